#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"
#include "evidence/identifier.h"
#include "profile/country.h"

namespace vedette::evidence {

// An identifier as a customer's system knows it.
struct GivenIdentifier {
  IdentifierType type = IdentifierType::kOther;
  std::string value = {};         // as written, trimmed
  profile::Country country = {};  // of issue, empty when not known

  bool operator==(const GivenIdentifier&) const = default;
};

// Normalised and checked.
Identifier make_identifier(const GivenIdentifier& given);

// What a customer's system knows of a party beside its name, birth date, gender and the countries
// that filter. Screening, batches, monitor records, customer files and the command line share this
// declaration: its fields, its bounds and its JSON.
struct PartyDetails {
  std::vector<std::string> other_names = {};
  std::vector<profile::Country> nationalities = {};
  std::vector<profile::Country> residence_countries = {};
  std::vector<std::string> places_of_birth = {};
  std::vector<std::string> addresses = {};
  std::vector<GivenIdentifier> identifiers = {};

  bool empty() const { return *this == PartyDetails(); }
  bool operator==(const PartyDetails&) const = default;
};

enum class DetailField : std::uint8_t {
  kOtherNames,
  kNationalities,
  kResidenceCountries,
  kPlaceOfBirth,
  kAddresses,
  kIdentifiers,
};

// How a field is named, the proper name of the interface first, and its bounds.
struct DetailFieldRow {
  DetailField field;
  std::string_view name;   // otherNames
  std::string_view snake;  // other_names
  std::size_t most;        // values
  std::size_t longest;     // characters of one value
  bool splits_at_comma;    // in a text: countries, but not names and addresses
};
inline constexpr std::array<DetailFieldRow, 6> kDetailFields = {{
    {DetailField::kOtherNames, "otherNames", "other_names", 20, 512, false},
    {DetailField::kNationalities, "nationalities", "nationality", 20, 16, true},
    {DetailField::kResidenceCountries, "residenceCountries", "residence_countries", 20, 16, true},
    {DetailField::kPlaceOfBirth, "placeOfBirth", "place_of_birth", 5, 255, false},
    {DetailField::kAddresses, "addresses", "address", 20, 512, false},
    {DetailField::kIdentifiers, "identifiers", "identifier", 50, 255, true},
}};
const DetailFieldRow& row_of(DetailField field);

// Why a field is refused. `path` begins with the given name ("identifiers[1].type"); the message
// follows it ("must be ...").
struct DetailProblem {
  std::string path = {};
  std::string code = {};
  std::string message = {};

  bool operator==(const DetailProblem&) const = default;
};

// Sets one field to `items`; what is blank, null or there already is left out. An item is a text;
// an identifier is {"type", "value", "country"?} or the text "type:value" or "type:country:value".
// `given_name` is how the caller knows the field. The field stays as it was when there is a
// problem.
std::optional<DetailProblem> set_detail(PartyDetails& details, DetailField field,
                                        std::string_view given_name,
                                        std::span<const boost::json::value> items);
std::optional<DetailProblem> set_detail(PartyDetails& details, DetailField field,
                                        std::string_view given_name,
                                        std::span<const std::string> items);

void copy_detail(DetailField field, const PartyDetails& from, PartyDetails& to);

// As members of an open JSON object; an empty field is left out. read_details reads what this
// writes (kCorrupt for anything else) and ignores other members.
void write_details(base::JsonWriter& json, const PartyDetails& details);
base::Result<PartyDetails> read_details(const boost::json::object& object);

// One JSON object; "" when nothing is given. For a column or a line of a file.
std::string to_json(const PartyDetails& details);
base::Result<PartyDetails> details_from_json(std::string_view json);

}  // namespace vedette::evidence
