#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::profile {

// A day as far as it is known: 1961, 1961-07 or 1961-07-14. Month and day are 0 when unknown; a day
// is never known without its month. Year 0 is "no date".
struct CalendarDay {
  std::int16_t year = 0;
  std::uint8_t month = 0;
  std::uint8_t day = 0;
  auto operator<=>(const CalendarDay&) const = default;
};

// A date as lists give it: perhaps partial, perhaps approximate, perhaps a span of time.
// `last` is the end of a span and empty (year 0) for a single date.
struct PartialDate {
  CalendarDay first = {};
  CalendarDay last = {};
  bool approximate = false;

  bool empty() const { return first.year == 0; }
  bool is_range() const { return last.year != 0; }
  // A single exact day of the calendar.
  bool is_full() const { return first.day != 0 && !is_range() && !approximate; }
  auto operator<=>(const PartialDate&) const = default;
};

// Which number comes first in 03/04/1961.
enum class DayOrder { kDayFirst, kMonthFirst };

// The day when it exists in the calendar (years 1000 to 2999), month and day 0 for unknown.
std::optional<CalendarDay> make_day(int year, int month, int day);

// 1961-07-14, 1961-07 or 1961.
std::string iso(CalendarDay day);

// Our own notation: iso, "~" before an approximate date, "/" between the ends of a span
// (~1961, 1961/1963). from_text reads exactly what to_text writes.
std::string to_text(const PartialDate& date);
bool from_text(std::string_view text, PartialDate& date);

// The iso texts that stand for the date where only YYYY, YYYY-MM or YYYY-MM-DD can be written: one
// for a single date; for a span of at most ten years each year, else its two ends.
std::vector<std::string> iso_texts(const PartialDate& date);

// Reads the ways in which published lists write one date: 1961, 1961-07-14, 14/07/1961 (order
// given), 14.7.1961, 14 Jul 1961, July 1961, Jul 14, 1961, 00/00/1961, dd/mm/1961, "circa 1961",
// "c. 1961", "approximately 1961", "between 1961 and 1963", "1961-1963", "1961 to 1963",
// "late 1961", 19610714, an ISO time stamp. Nothing when any word of it is not understood.
std::optional<PartialDate> parse_date(std::string_view text, DayOrder order = DayOrder::kDayFirst);

// Several dates in one text: separated by ";", "|", "," between whole dates, " or ", " and ", or
// numbered "a) ... b) ..." and "1) ... 2) ...". What is not a date is appended to `rest`.
std::vector<PartialDate> parse_dates(std::string_view text, DayOrder order, std::string& rest);

}  // namespace vedette::profile
