#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/identifier.h"
#include "names/tables/costs.h"
#include "names/words/kind.h"
#include "profile/country.h"
#include "profile/dataset.h"
#include "profile/partial_date.h"
#include "profile/profile.h"

namespace vedette::search {

// Which profiles are searched: those that belong to the family (profile::belongs_to), or all.
enum class Scope : std::uint8_t { kIndividual, kBusiness, kBoth };

// What a birth date does beyond being shown and breaking ties (decisions S8). A profile without a
// known birth date always stays in.
enum class BirthDateRule : std::uint8_t { kRank, kWithinOneYear, kSameYear, kExact };

struct Query {
  std::string name = {};  // may be empty where identifiers are given
  Scope scope = Scope::kBoth;
  int threshold = names::costs::kLine;  // 0 to 100
  // Profiles tied to one of these countries, and those without any country unless
  // `country_required`. Empty: all.
  std::vector<profile::Country> countries = {};
  bool country_required = false;
  profile::DatasetSet datasets = {};  // profiles with any of these; empty: all
  profile::PartialDate birth = {};    // empty: not known
  profile::Gender gender = profile::Gender::kUnknown;
  BirthDateRule birth_date_rule = BirthDateRule::kRank;
  // A profile in scope and datasets that has one of them is a hit whatever its names, countries and
  // birth dates are, and comes before all that have none (search/identified.h).
  std::vector<evidence::Identifier> identifiers = {};
  std::size_t offset = 0;
  std::size_t limit = 100;
};

// How what is known beside the name agrees, from worst to best.
enum class BirthAgreement : std::uint8_t {
  kConflict,
  kUnknown,
  kWithinOneYear,
  kSameYear,
  kSameDay
};
enum class GenderAgreement : std::uint8_t { kConflict, kUnknown, kSame };
struct Evidence {
  bool identifier = false;  // has one of the identifiers asked for
  BirthAgreement birth = BirthAgreement::kUnknown;
  GenderAgreement gender = GenderAgreement::kUnknown;
  bool country = false;  // tied to one of the countries asked for

  auto operator<=>(const Evidence&) const = default;  // in this order
};

// A name of a party that passed.
struct PassedName {
  std::uint32_t name = 0;     // in the catalogue
  std::uint32_t entry = 0;    // the profile of the catalogue that has it
  std::uint16_t ordinal = 0;  // among the names of that profile
  int score = 0;
  names::Kind kind = names::Kind::kPerson;  // as which it was compared
  bool truncated = false;                   // the name was longer than the limits of the scorer
  // Which of the question's names it met (names::names_in_question of this kind); most have one.
  std::uint8_t asked = 0;
  // Of a question with other names (service/screening/name_search.h): 0 for the name itself, else
  // the place of the other name, from 1.
  std::uint8_t other_name = 0;

  bool operator==(const PassedName&) const = default;
};

// How an identifier of a profile meets one of the query, best first. Only the first makes a hit of
// its own; the others are hints.
enum class IdentifierFinding : std::uint8_t {
  kAgrees,
  kShort,   // the same value of the same type, so short that others have it by chance
  kOneOff,  // one wrong character, or two swapped, in a long number
};
// An identifier of the query that a profile has, or nearly has.
struct IdentifierMatch {
  std::uint16_t asked = 0;  // which of the query's
  IdentifierFinding finding = IdentifierFinding::kAgrees;
  evidence::Identifier listed = {};  // as_written is empty
  // How many parties of the catalogue have the value, this one included; 0 for a hint.
  std::uint32_t shared_by = 0;

  bool operator==(const IdentifierMatch&) const = default;
};

// A party with at least one name at or above the threshold, or with an identifier of the query.
struct Hit {
  std::uint32_t profile = 0;  // which names the party (search/party_map.h)
  int score = 0;              // of the best name; at least 1
  Evidence evidence = {};
  // Best first. Where no name reached the threshold, the best of all names; none where the profile
  // has no name that can be compared.
  std::vector<PassedName> names = {};
  bool by_name = true;                            // a name reached the threshold
  std::vector<IdentifierMatch> identifiers = {};  // in the order of the query's

  bool operator==(const Hit&) const = default;
};

struct Results {
  std::uint64_t total = 0;      // parties that passed, whatever the page
  std::vector<Hit> hits = {};   // the page asked for
  std::uint64_t scored = 0;     // names that were scored
  std::uint64_t looked_at = 0;  // names that were looked at
  std::uint64_t closely = 0;    // of these, those all of whose words were compared
  std::uint64_t postings = 0;   // entries of the index that were passed over
  std::uint64_t words = 0;      // listed words that were compared with those of the query
  bool scanned = false;         // the index could not narrow the names down
};

}  // namespace vedette::search
