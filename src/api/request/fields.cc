#include "api/request/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/ascii.h"
#include "service/screening/search_question.h"
#include "text/client_text.h"

namespace vedette::api {
namespace {

constexpr std::string_view kInvalidCharacter = "INVALID_CHARACTER";
constexpr std::size_t kYearDigits = 4;

FieldProblem problem(std::string_view code, std::string message) {
  return {std::string(code), std::move(message)};
}

std::string_view trim_blanks(std::string_view text) {
  return base::trim(text, " \t\r\n\v\f");
}

// What every text of a client must be, whatever its field.
std::optional<FieldProblem> bad_characters(std::string_view text) {
  if (auto bad = text::bad_characters(text)) return problem(kInvalidCharacter, std::move(*bad));
  return std::nullopt;
}

profile::CalendarDay day_of(base::Time now) {
  profile::PartialDate today;
  profile::from_text(std::string_view(base::iso_seconds(now)).substr(0, 10), today);
  return today.first;
}

// YYYY, YYYY-MM or YYYY-MM-DD and nothing else.
bool has_shape_of_date(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == 'd' ? !digit : text[i] != '-') return false;
  }
  return true;
}

}  // namespace

Field<std::string> parse_record_id(std::string_view text) {
  if (text::trim_spaces(text).empty()) return problem("MISSING_PARAMETER", "must not be blank");
  if (auto bad = bad_characters(text)) return std::move(*bad);
  if (text::count_characters(text) > kMaxIdCharacters)
    return problem("TOO_LONG", fmt::format("must have at most {} characters", kMaxIdCharacters));
  return std::string(text);
}

Field<std::string> parse_name(std::string_view text) {
  const std::string_view name = text::trim_spaces(text);
  if (name.empty()) return problem("MISSING_PARAMETER", "must not be blank");
  if (auto bad = bad_characters(name)) return std::move(*bad);
  if (text::count_characters(name) > kMaxNameCharacters)
    return problem("TOO_LONG", fmt::format("must have at most {} characters", kMaxNameCharacters));
  if (!text::has_letter_or_digit(name))
    return problem(kInvalidCharacter, "must hold at least one letter or digit");
  return std::string(name);
}

Field<CountryList> parse_countries(const std::vector<std::string>& texts) {
  CountryList list;
  std::string unknown;
  for (const std::string& text : texts) {
    const std::string_view code = trim_blanks(text);
    if (code.empty()) continue;
    const auto country = profile::parse_country_code(code);
    if (!country) {
      unknown += fmt::format("{}'{}'", unknown.empty() ? "" : ", ", code);
      continue;
    }
    if (std::ranges::find(list.countries, *country) != list.countries.end()) continue;
    list.as_given.emplace_back(code);
    list.countries.push_back(*country);
  }
  if (!unknown.empty())
    return problem(
        "INVALID_COUNTRY",
        fmt::format("has what is not a country code (ISO 3166-1, as in DE or DEU): {}", unknown));
  if (list.countries.size() > kMaxCountries)
    return problem("TOO_LONG", fmt::format("must have at most {} entries", kMaxCountries));
  return list;
}

Field<profile::DatasetSet> parse_dataset_list(const std::vector<std::string>& texts) {
  auto set = profile::parse_datasets(texts);
  if (!set.ok()) return problem("INVALID_DATASET", set.error().message);
  return *set;
}

Field<BirthDate> parse_dob(std::string_view text, base::Time now) {
  const std::string_view given = trim_blanks(text);
  BirthDate birth{.as_given = std::string(given)};
  const std::size_t slash = given.find('/');
  const bool shaped = slash == std::string_view::npos
                          ? has_shape_of_date(given)
                          : slash == kYearDigits && given.size() == 2 * kYearDigits + 1;
  const bool read = shaped && profile::from_text(given, birth.date);
  if (!read || (birth.date.is_range() && birth.date.last < birth.date.first))
    return problem("INVALID_DATE", "not a date (YYYY-MM-DD)");
  profile::CalendarDay today = day_of(now);
  const profile::CalendarDay& last = birth.date.is_range() ? birth.date.last : birth.date.first;
  // As much of today as the client gave of the birth date: 2026 is not after 2026-11-15.
  if (last.month == 0) today.month = 0;
  if (last.day == 0) today.day = 0;
  if (birth.date.first.year < kEarliestBirthYear || last > today)
    return problem("DATE_OUT_OF_RANGE",
                   fmt::format("must lie between {}-01-01 and today", kEarliestBirthYear));
  if (birth.date.is_range() && birth.date.last.year - birth.date.first.year > kMostBirthYears)
    return problem("DATE_OUT_OF_RANGE", fmt::format("must span at most {} years", kMostBirthYears));
  return birth;
}

Field<GenderGiven> parse_gender(std::string_view text) {
  using enum profile::Gender;
  const std::string word = base::lower(trim_blanks(text));
  if (word == "male" || word == "m") return GenderGiven{"male", kMale};
  if (word == "female" || word == "f") return GenderGiven{"female", kFemale};
  if (word == "other" || word == "unknown") return GenderGiven{word, kUnknown};
  return problem("INVALID_GENDER", "must be male, female, other or unknown");
}

Field<std::int64_t> parse_whole_number(std::string_view text, std::int64_t least,
                                       std::int64_t most) {
  std::string_view digits = trim_blanks(text);
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  if (const std::size_t point = digits.find('.');
      point != std::string_view::npos &&
      digits.find_first_not_of('0', point + 1) == std::string_view::npos)
    digits = digits.substr(0, point);
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (failure == std::errc() && end == digits.data() + digits.size() && number >= least &&
      number <= most)
    return number;
  if (most == std::numeric_limits<std::int64_t>::max())
    return problem("OUT_OF_RANGE", fmt::format("must be a whole number from {} on", least));
  return problem("OUT_OF_RANGE", fmt::format("must be a whole number from {} to {}", least, most));
}

Field<int> parse_threshold(std::string_view text) {
  const auto number = parse_whole_number(text, 0, 100);
  if (!number.ok()) return number.problem();
  return static_cast<int>(*number);
}

Field<std::int64_t> parse_birth_year(std::string_view text, base::Time now) {
  return parse_whole_number(text, kEarliestBirthYear, day_of(now).year);
}

Field<profile::Family> parse_search_type(std::string_view text) {
  const std::string word = base::lower(trim_blanks(text));
  if (word == "business" || word == "company" || word == "organisation" || word == "organization")
    return profile::Family::kBusiness;
  if (word == "individual" || word == "person") return profile::Family::kIndividual;
  return problem("UNKNOWN_SEARCH_TYPE", "must be business or individual");
}

Field<search::BirthDateRule> parse_birth_date_rule(std::string_view text) {
  const auto rule = service::birth_date_rule_of(trim_blanks(text));
  if (rule) return *rule;
  return problem("OUT_OF_RANGE", "must be rank, withinOneYear, sameYear or exact");
}

}  // namespace vedette::api
