#include "app/customers/customer_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "app/customers/customer_columns.h"
#include "base/ascii.h"

namespace vedette::app {
namespace {

constexpr int kMonthsOfYear = 12;
constexpr std::array<std::string_view, kMonthsOfYear> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::size_t kShortMonth = 3;
// Midnight behind a date, as databases and American spreadsheets write it.
constexpr std::string_view kMidnights[] = {"T00:00", "t00:00", " 00:00", " 0:00", " 12:00"};

bool is_number(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

int value_of(std::string_view digits) {
  int value = 0;
  for (const char c : digits)
    value = value * 10 + (c - '0');
  return value;
}

// The number of a month that is written in letters, else nothing.
std::optional<int> named_month(std::string_view text) {
  const std::string word = base::lower(text);
  for (std::size_t m = 0; m < kMonths.size(); ++m)
    if (word == kMonths[m] || word == kMonths[m].substr(0, kShortMonth))
      return static_cast<int>(m) + 1;
  return std::nullopt;
}

std::string_view without_midnight(std::string_view text) {
  for (const std::string_view midnight : kMidnights) {
    const std::size_t at = text.find(midnight);
    if (at == std::string_view::npos) continue;
    std::string rest = base::lower(text.substr(at + midnight.size()));
    // Twelve o'clock is midnight only in the morning.
    if (midnight == " 12:00" && !rest.ends_with(" am")) continue;
    if (rest.ends_with(" am")) rest.resize(rest.size() - 3);
    if (rest.find_first_not_of("0:.z+") == std::string::npos) return text.substr(0, at);
  }
  return text;
}

// Commas and runs of blanks as one blank.
std::string with_single_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == ',';
    if (blank && (out.empty() || out.ends_with(' '))) continue;
    out += blank ? ' ' : c;
  }
  while (out.ends_with(' '))
    out.pop_back();
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(base::trim(text.substr(0, at), " "));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// As much as is known: zeros stand for what is not.
std::string joined(std::string_view year, int month, int day) {
  if (month == 0 && day == 0) return std::string(year);
  if (day == 0) return fmt::format("{}-{:02}", year, month);
  return fmt::format("{}-{:02}-{:02}", year, month, day);
}

// Two numbers before a year: which of them can only be the day.
DateOrder order_of(int a, int b) {
  if (a > kMonthsOfYear && b > 0 && b <= kMonthsOfYear) return DateOrder::kDayFirst;
  if (b > kMonthsOfYear && a > 0 && a <= kMonthsOfYear) return DateOrder::kMonthFirst;
  return DateOrder::kUnknown;
}

std::optional<std::string> joined_numbers(int a, int b, std::string_view year, char separator,
                                          DateOrder order) {
  if (separator == '.') return joined(year, b, a);
  if (a == 0 || b == 0) return joined(year, a + b, 0);
  if (const DateOrder shown = order_of(a, b); shown != DateOrder::kUnknown) order = shown;
  if (a == b && a <= kMonthsOfYear) return joined(year, a, a);
  if (a > kMonthsOfYear && b > kMonthsOfYear) return std::nullopt;
  if (order == DateOrder::kDayFirst) return joined(year, b, a);
  if (order == DateOrder::kMonthFirst) return joined(year, a, b);
  return std::nullopt;
}

std::optional<std::string> from_parts(const std::vector<std::string_view>& parts, char separator,
                                      DateOrder order) {
  const auto is_year = [](std::string_view part) { return is_number(part, 4, 4); };
  const auto is_short = [](std::string_view part) { return is_number(part, 1, 2); };
  if (parts.size() == 3 && is_year(parts[0]) && is_short(parts[1]) && is_short(parts[2]))
    return joined(parts[0], value_of(parts[1]), value_of(parts[2]));
  if (parts.size() == 2 && is_year(parts[0]) && is_short(parts[1]))
    return joined(parts[0], value_of(parts[1]), 0);
  if (!is_year(parts.back())) return std::nullopt;
  if (parts.size() == 2) {
    if (const auto month = named_month(parts[0])) return joined(parts[1], *month, 0);
    return is_short(parts[0]) ? std::optional(joined(parts[1], value_of(parts[0]), 0))
                              : std::nullopt;
  }
  if (parts.size() != 3) return std::nullopt;
  const auto month_first = named_month(parts[0]);
  const auto month_second = named_month(parts[1]);
  if (month_first && is_short(parts[1])) return joined(parts[2], *month_first, value_of(parts[1]));
  if (!is_short(parts[0])) return std::nullopt;
  if (month_second) return joined(parts[2], *month_second, value_of(parts[0]));
  if (!is_short(parts[1])) return std::nullopt;
  return joined_numbers(value_of(parts[0]), value_of(parts[1]), parts[2], separator, order);
}

// A date without what databases and spreadsheets put around it.
std::string bare_date(std::string_view text) {
  return with_single_blanks(without_midnight(base::trim(text, " \t")));
}

// The two numbers before the year of a date whose order a file settles.
std::optional<std::pair<int, int>> numbers_before_year(std::string_view text) {
  const std::string date = bare_date(text);
  for (const char separator : {'/', '-', ' '}) {
    const auto parts = split(date, separator);
    if (parts.size() == 3 && is_number(parts[0], 1, 2) && is_number(parts[1], 1, 2) &&
        is_number(parts[2], 4, 4))
      return std::pair(value_of(parts[0]), value_of(parts[1]));
  }
  return std::nullopt;
}

}  // namespace

base::Result<DateOrder> parse_date_order(std::string_view text) {
  for (const DateOrder order :
       {DateOrder::kDayFirst, DateOrder::kMonthFirst, DateOrder::kYearFirst})
    if (base::lower(text) == to_text(order)) return order;
  return base::Error(base::Cause::kInvalidInput,
                     fmt::format("--date-order {} is none of dmy (31/01/1959), mdy (01/31/1959) "
                                 "and ymd (1959/01/31)",
                                 text));
}

std::string_view to_text(DateOrder order) {
  switch (order) {
    case DateOrder::kDayFirst:
      return "dmy";
    case DateOrder::kMonthFirst:
      return "mdy";
    case DateOrder::kYearFirst:
      return "ymd";
    case DateOrder::kUnknown:
      break;
  }
  return "";
}

std::string date_in_order(std::string_view text, DateOrder order) {
  const std::string date = bare_date(text);
  if (is_number(date, 8, 8))
    return joined(date.substr(0, 4), value_of(date.substr(4, 2)), value_of(date.substr(6)));
  for (const char separator : {'.', '/', '-', ' '})
    if (const auto read = from_parts(split(date, separator), separator, order)) return *read;
  return std::string(text);
}

DateOrder order_shown_by(std::string_view text) {
  const auto numbers = numbers_before_year(text);
  return numbers ? order_of(numbers->first, numbers->second) : DateOrder::kUnknown;
}

bool needs_order(std::string_view text) {
  const auto numbers = numbers_before_year(text);
  if (!numbers) return false;
  const auto [a, b] = *numbers;
  return a > 0 && b > 0 && a <= kMonthsOfYear && b <= kMonthsOfYear && a != b;
}

bool is_unknown_date(std::string_view text) {
  static constexpr std::string_view kUnknown[] = {
      "na",           "nan",          "none",         "null",        "nil",         "unknown",
      "notknown",     "notgiven",     "notavailable", "unbekannt",   "keineangabe", "ka",
      "inconnu",      "inconnue",     "desconocido",  "desconocida", "sconosciuto", "sconosciuta",
      "desconhecido", "desconhecida", "onbekend",     "nieznany",    "nieznana"};
  const std::string word = plain_words(text);  // without hyphens, slashes and the like
  if (word.find_first_not_of("?") == std::string::npos) return true;
  if (word.size() >= 6 && word.find_first_not_of("0t") == std::string::npos) return true;
  return std::ranges::find(kUnknown, word) != std::end(kUnknown);
}

}  // namespace vedette::app
