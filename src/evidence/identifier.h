#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profile/country.h"
#include "profile/profile.h"

namespace vedette::evidence {

// What an identifier is. The order is stored in the catalogue: add at the end, never renumber.
enum class IdentifierType : std::uint8_t {
  kPassport,
  kNationalId,
  kTaxNumber,
  kRegistrationNumber,
  kLei,
  kBic,
  kIsin,
  kImo,
  kMmsi,
  kAircraftSerial,
  kWallet,
  kListReference,
  kOther,
};
inline constexpr std::size_t kIdentifierTypes = 13;

// The words of the interface: passport, nationalId, taxNumber, ...
std::string_view to_text(IdentifierType type);
// Any case, "-", "_" and blanks ignored; nothing for a word that is no type.
std::optional<IdentifierType> parse_identifier_type(std::string_view text);
// All of them separated by ", ", for messages.
std::string identifier_type_list();

enum class CheckDigit : std::uint8_t { kNone, kValid, kInvalid };
std::string_view to_text(CheckDigit check);  // "none", "valid", "invalid"

// A typed value that names one party, normalised: two are the same number if and only if their
// values are equal and their types and countries allow it (compare()).
struct Identifier {
  IdentifierType type = IdentifierType::kOther;
  std::string value = {};         // normalised
  profile::Country country = {};  // of issue, empty when not known
  CheckDigit check = CheckDigit::kNone;
  std::string as_written = {};

  bool operator==(const Identifier&) const = default;
};

// Letters and digits in upper case, without blanks and punctuation; a wallet by the rules of its
// notation (evidence/wallet.h); IMO without its letters. A BIC of a head office loses its XXX. The
// value is empty when the text has no letter or digit.
Identifier make_identifier(IdentifierType type, std::string_view text,
                           profile::Country country = {});

// An identifier that somebody typed where a name is expected: "IMO 9116412", "passport KC 285901",
// or a value whose notation shows its type, such as a wallet or an LEI. Nothing for anything else.
std::optional<Identifier> typed_identifier(std::string_view text);

// How a list calls an identifier, in the order of data/evidence/identifier_types.tsv. Nothing for
// what does not name one party (a branch code, a line of business, a ticker).
std::optional<Identifier> identifier_of(const profile::Identifier& listed);

// What the words of a list say of a number.
struct IdentifierMeaning {
  std::optional<IdentifierType> type = {};  // nothing: it does not name one party
  profile::Country country = {};            // who issues it, where the words say so
};
// The same as identifier_of() for many: the words of each category are looked up once. One thread.
class ListedIdentifiers {
 public:
  std::optional<Identifier> read(const profile::Identifier& listed);
  // The same, and as a customer may write it: without words around it ("UK Company no. 06527449",
  // "HRB 32490 (Mainz)").
  std::vector<Identifier> read_all(const profile::Identifier& listed);

 private:
  std::unordered_map<std::string, IdentifierMeaning> meanings_;
};

// What two identifiers say of their parties.
enum class IdentifierOutcome : std::uint8_t {
  kNothing,         // they cannot be compared
  kDiffersLightly,  // two numbers where one party may have several
  kDiffers,         // two numbers where a party has one
  kOneOff,          // one wrong character, or two neighbours swapped, in a long number: a hint
  kAgrees,
};
// Symmetric. National numbers compare only within a country, where both countries are known. Lists
// disagree on what to call a national number, so those of different types may agree, never differ.
IdentifierOutcome compare(const Identifier& a, const Identifier& b);

// Whether the values differ by one character or by two neighbours that are swapped, and are long
// enough that this is more likely a slip than another number.
bool is_one_off(std::string_view a, std::string_view b);
inline constexpr std::size_t kLongNumber = 8;

}  // namespace vedette::evidence
