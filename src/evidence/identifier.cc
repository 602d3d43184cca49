#include "evidence/identifier.h"

#include <algorithm>

#include "evidence/check_digits.h"
#include "evidence/wallet.h"
#include "text/fold.h"

namespace vedette::evidence {
namespace {

using enum IdentifierType;

constexpr std::array<std::string_view, kIdentifierTypes> kTypeNames = {
    "passport", "nationalId",     "taxNumber", "registrationNumber", "lei",  "bic", "isin", "imo",
    "mmsi",     "aircraftSerial", "wallet",    "listReference",      "other"};

// Shorter values agree by chance.
constexpr std::size_t kShortestNumber = 5;
// Shorter ones still count when both sides say what and whose they are.
constexpr std::size_t kShortestTyped = 4;

std::string plain_lower(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z')
      out += static_cast<char>(c - 'A' + 'a');
    else if (c != ' ' && c != '-' && c != '_')
      out += c;
  }
  return out;
}

// Letters and digits of any script, folded, ASCII letters in upper case.
std::string letters_and_digits(std::string_view text) {
  std::string out;
  for (const char c : text::fold(text)) {
    if (c >= 'a' && c <= 'z')
      out += static_cast<char>(c - 'a' + 'A');
    else if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
             static_cast<unsigned char>(c) >= 128)
      out += c;
  }
  return out;
}

CheckDigit checked(bool valid) {
  return valid ? CheckDigit::kValid : CheckDigit::kInvalid;
}

bool is_russian(const Identifier& identifier) {
  return identifier.country.code() == "RU";
}

bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

CheckDigit check_of(const Identifier& identifier) {
  const std::string& value = identifier.value;
  switch (identifier.type) {
    case kLei:
      return checked(is_valid_lei(value));
    case kBic:
      return checked(is_valid_bic(value));
    case kIsin:
      return checked(is_valid_isin(value));
    case kImo:
      return checked(is_valid_imo(value));
    case kTaxNumber:
      if (is_russian(identifier)) return checked(is_valid_inn(value));
      return CheckDigit::kNone;
    case kRegistrationNumber:
      if (is_russian(identifier) && (value.size() == 13 || value.size() == 15) && all_digits(value))
        return checked(is_valid_ogrn(value));
      return CheckDigit::kNone;
    case kOther:
      return is_valid_iban(value) ? CheckDigit::kValid : CheckDigit::kNone;
    default:
      return CheckDigit::kNone;
  }
}

// One authority numbers the whole world, and gives a party one number.
bool is_worldwide(IdentifierType type) {
  return type == kLei || type == kImo || type == kMmsi || type == kBic || type == kIsin ||
         type == kWallet || type == kListReference || type == kAircraftSerial;
}
bool is_national(IdentifierType type) {
  return type == kPassport || type == kNationalId || type == kTaxNumber ||
         type == kRegistrationNumber || type == kOther;
}
// A party has one of these in its country (or in the world).
bool is_single(IdentifierType type) {
  return type == kLei || type == kImo || type == kNationalId || type == kTaxNumber ||
         type == kRegistrationNumber;
}
// A difference between two of these says nothing: one party has many.
bool is_plural(IdentifierType type) {
  return type == kWallet || type == kIsin || type == kOther || type == kBic;
}

// Digits and letters at the same places: numbers of one series look alike.
bool same_shape(std::string_view a, std::string_view b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::ranges::equal(a, b, [&](char x, char y) { return is_digit(x) == is_digit(y); });
}

bool agree(const Identifier& a, const Identifier& b, bool same_country) {
  if (a.value != b.value) return false;
  if (a.value.size() >= kShortestNumber) return true;
  return a.value.size() >= kShortestTyped && a.type == b.type &&
         (is_worldwide(a.type) || same_country);
}

}  // namespace

std::string_view to_text(IdentifierType type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}

std::optional<IdentifierType> parse_identifier_type(std::string_view text) {
  const std::string wanted = plain_lower(text);
  for (std::size_t i = 0; i < kTypeNames.size(); ++i)
    if (plain_lower(kTypeNames[i]) == wanted) return static_cast<IdentifierType>(i);
  return std::nullopt;
}

std::string identifier_type_list() {
  std::string list;
  for (const std::string_view name : kTypeNames)
    list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

std::string_view to_text(CheckDigit check) {
  constexpr std::array<std::string_view, 3> kWords = {"none", "valid", "invalid"};
  return kWords[static_cast<std::size_t>(check)];
}

Identifier make_identifier(IdentifierType type, std::string_view text, profile::Country country) {
  Identifier made{.type = type, .country = country, .as_written = std::string(text)};
  if (type == kWallet) {
    WalletAddress address = read_wallet(text);
    made.value = std::move(address.value);
    made.check = address.check == WalletAddress::Check::kNone
                     ? CheckDigit::kNone
                     : checked(address.check == WalletAddress::Check::kValid);
    return made;
  }
  made.value = letters_and_digits(text);
  constexpr std::string_view kImoLetters = "IMO", kHeadOffice = "XXX";
  if (type == kImo && made.value.starts_with(kImoLetters)) made.value.erase(0, kImoLetters.size());
  if (type == kBic && made.value.size() == 11 && made.value.ends_with(kHeadOffice))
    made.value.erase(8);
  if (is_worldwide(type)) made.country = {};
  if (!made.value.empty()) made.check = check_of(made);
  return made;
}

bool is_one_off(std::string_view a, std::string_view b) {
  if (a.size() != b.size() || a.size() < kLongNumber) return false;
  const auto [x, y] = std::ranges::mismatch(a, b);
  if (x == a.end()) return false;
  const auto rest = static_cast<std::size_t>(x - a.begin()) + 1;
  if (a.substr(rest) == b.substr(rest)) return true;
  return rest < a.size() && a[rest - 1] == b[rest] && a[rest] == b[rest - 1] &&
         a.substr(rest + 1) == b.substr(rest + 1);
}

IdentifierOutcome compare(const Identifier& a, const Identifier& b) {
  using enum IdentifierOutcome;
  if (a.value.empty() || b.value.empty()) return kNothing;
  const bool both_countries = !a.country.empty() && !b.country.empty();
  const bool same_country = both_countries && a.country == b.country;
  const bool national = is_national(a.type) && is_national(b.type);
  if (a.type != b.type && !national) return kNothing;
  if (national && both_countries && !same_country) return kNothing;
  if (agree(a, b, same_country)) return kAgrees;
  if (a.type != b.type) return kNothing;
  // Two numbers whose check digits are both right are two numbers.
  const bool both_valid = a.check == CheckDigit::kValid && b.check == CheckDigit::kValid;
  if (!both_valid && a.type != kWallet && is_one_off(a.value, b.value)) return kOneOff;
  if (is_plural(a.type)) return kNothing;
  // Each list has a series of its own.
  const bool worldwide = is_worldwide(a.type) && a.type != kListReference;
  const bool one_series = worldwide || same_country || same_shape(a.value, b.value);
  if (!one_series || a.value.size() < kShortestTyped || b.value.size() < kShortestTyped)
    return kNothing;
  const bool sure = is_worldwide(a.type) || same_country || both_valid;
  return is_single(a.type) && sure && same_shape(a.value, b.value) ? kDiffers : kDiffersLightly;
}

}  // namespace vedette::evidence
