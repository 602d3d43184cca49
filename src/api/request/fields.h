#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "profile/country.h"
#include "profile/dataset.h"
#include "profile/partial_date.h"
#include "profile/profile.h"
#include "search/query.h"

// Single values as clients send them, turned into types that can only hold valid ones. Screening
// and monitoring share these rules, whatever the place the text stood in: the caller puts the path
// ("monitorRecords[3].dob") around the problem. Everything here is pure.
namespace vedette::api {

// Why a value is refused: a code of the details of VALIDATION_FAILED, and a phrase that follows the
// name of the field ("must be ...").
struct FieldProblem {
  std::string code;
  std::string message;
  bool operator==(const FieldProblem&) const = default;
};

// The value, or what is wrong with the text.
template <class T>
class [[nodiscard]] Field {
 public:
  Field(T value) : state_(std::in_place_index<0>, std::move(value)) {}                 // NOLINT
  Field(FieldProblem problem) : state_(std::in_place_index<1>, std::move(problem)) {}  // NOLINT

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  // Each may be asked for only when it is there.
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  const FieldProblem& problem() const { return std::get<1>(state_); }

 private:
  std::variant<T, FieldProblem> state_;
};

inline constexpr std::size_t kMaxIdCharacters = 255;
inline constexpr std::size_t kMaxNameCharacters = 512;
inline constexpr std::size_t kMaxCountries = 250;
inline constexpr int kEarliestBirthYear = 1900;
inline constexpr int kMostBirthYears = 20;        // of a span
inline constexpr std::int64_t kMaxPage = 10'000;  // of limit
inline constexpr std::int64_t kDefaultPage = 100;

// An id that the client chose: 1 to 255 characters, not only blanks, no control characters. Kept
// byte by byte.
Field<std::string> parse_record_id(std::string_view text);

// A name to look for: trimmed, 1 to 512 characters, at least one letter or digit of any script, no
// control characters.
Field<std::string> parse_name(std::string_view text);

// A country filter. `as_given` keeps the client's spelling and order; both have no duplicates, and
// entries stand in the same order.
struct CountryList {
  std::vector<std::string> as_given = {};
  std::vector<profile::Country> countries = {};
};
Field<CountryList> parse_countries(const std::vector<std::string>& texts);

// Codes, groups and aliases, any case, "_" for "-"; groups are expanded. Empty: all datasets.
Field<profile::DatasetSet> parse_dataset_list(const std::vector<std::string>& texts);

// YYYY-MM-DD, YYYY-MM, YYYY or a span YYYY/YYYY: from 1900 to the day of `now` in UTC.
struct BirthDate {
  std::string as_given = {};
  profile::PartialDate date = {};
};
Field<BirthDate> parse_dob(std::string_view text, base::Time now);

// male, female, m, f, other, unknown, any case. `text` is the lower-case word that is stored; only
// male and female say anything to the search.
struct GenderGiven {
  std::string text = {};
  profile::Gender gender = profile::Gender::kUnknown;
};
Field<GenderGiven> parse_gender(std::string_view text);

// Whole numbers: optional sign and digits; 80.0 is 80.
Field<std::int64_t> parse_whole_number(std::string_view text, std::int64_t least,
                                       std::int64_t most);
Field<int> parse_threshold(std::string_view text);  // 0 to 100
Field<std::int64_t> parse_birth_year(std::string_view text, base::Time now);

// business, company, organisation; individual, person: any case.
Field<profile::Family> parse_search_type(std::string_view text);

// rank, withinOneYear, sameYear, exact: any case, "_" and "-" ignored.
Field<search::BirthDateRule> parse_birth_date_rule(std::string_view text);

}  // namespace vedette::api
