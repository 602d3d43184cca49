#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace vedette::app {

// Birth dates as spreadsheets and databases write them. The console reads them in the same way
// (console/src/domain/birth-date.ts).

// How a file writes dates of three numbers with the year last.
enum class DateOrder {
  kUnknown,     // each date tells it or is not read
  kDayFirst,    // 31/01/1959
  kMonthFirst,  // 01/31/1959
  kYearFirst,   // 1959/01/31: a date with the year last is not read
};
// dmy, mdy or ymd; kInvalidInput for anything else.
base::Result<DateOrder> parse_date_order(std::string_view text);
std::string_view to_text(DateOrder order);  // as parse_date_order takes it

// A date (31.1.1959, 1959/01/31, 19590131, 31-Jan-1959, Jan 31, 1959, 31/1/1959, 01/1959,
// 1959-01-31T00:00:00) in the order of the API, where it can be read in one way only; else as it
// is. Between dots the day is first everywhere. With slashes, hyphens or blanks it may be the
// month: such a date is read where one of the two numbers can only be the day or both are the
// same, else as `order` says. A day or month of zeros is not known.
std::string date_in_order(std::string_view text, DateOrder order = DateOrder::kUnknown);

// The order that a date proves for its file: 31/01/1959 is of one with the day first.
// kUnknown for one that could be of any.
DateOrder order_shown_by(std::string_view text);
// Whether a date cannot be read without the order of its file: 03/04/1965.
bool needs_order(std::string_view text);

// Whether a cell says that the date is not known: "n/a", "unknown", "-", "0000-00-00".
bool is_unknown_date(std::string_view text);

// What is said of a cell that is neither.
inline constexpr std::string_view kDateForms =
    "is not a date that can be read in one way only (1965-10-31, 1965-10, 1965, 1965/10/31, "
    "19651031, 31.10.1965, 31-Oct-1965, Oct 31, 1965, 10/1965; 31/10/1965 and 10/31/1965 are read, "
    "03/04/1965 could be two days: --date-order dmy or mdy says which)";

}  // namespace vedette::app
