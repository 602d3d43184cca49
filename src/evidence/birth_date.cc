#include "evidence/birth_date.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace vedette::evidence {
namespace {

using profile::CalendarDay;
using profile::PartialDate;

// An approximate year may be off by so much.
constexpr int kCirca = 2;
constexpr int kFarYears = 5;

// Days as numbers that compare, 31 to a month: only their order counts.
int number_of(int year, int month, int day) {
  return (year * 12 + month - 1) * 31 + day - 1;
}

bool is_new_year(const CalendarDay& day) {
  return day.month == 1 && day.day == 1;
}

// The month and day that the date really says.
CalendarDay known_part(CalendarDay day) {
  if (is_new_year(day)) day.month = day.day = 0;
  return day;
}

struct Span {
  int first = 0;
  int last = 0;
};

Span span_of(const PartialDate& date) {
  const CalendarDay from = known_part(date.first);
  const CalendarDay to = date.is_range() ? date.last : from;
  Span span;
  span.first = number_of(from.year, from.month == 0 ? 1 : from.month, from.day == 0 ? 1 : from.day);
  span.last = number_of(to.year, to.month == 0 ? 12 : to.month, to.day == 0 ? 31 : to.day);
  if (date.approximate) {
    span.first -= number_of(kCirca, 1, 1);
    span.last += number_of(kCirca, 1, 1);
  }
  return span;
}

// One digit of YYYYMMDD is another; the years of such a slip are near or a decade or more apart.
bool one_digit_off(const CalendarDay& a, const CalendarDay& b) {
  const std::string x = profile::iso(a), y = profile::iso(b);
  int other = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    other += x[i] != y[i] ? 1 : 0;
  return x.size() == y.size() && other == 1;
}

bool swapped(const CalendarDay& a, const CalendarDay& b) {
  return a.year == b.year && a.month == b.day && a.day == b.month && a.month != a.day;
}

int years_apart(const Span& a, const Span& b) {
  constexpr int kYear = 12 * 31;
  const int gap = std::max(a.first - b.last, b.first - a.last);
  return gap <= 0 ? 0
                  : std::max(1, std::abs(std::max(a.first, b.first) / kYear -
                                         std::min(a.last, b.last) / kYear));
}

}  // namespace

Finding compare_births(const PartialDate& a, const PartialDate& b) {
  using enum Finding;
  if (a.empty() || b.empty()) return kNothing;
  const bool single = !a.is_range() && !b.is_range() && !a.approximate && !b.approximate;
  const Span x = span_of(a), y = span_of(b);
  if (single) {
    const bool both_full = a.is_full() && b.is_full();
    if (both_full && a.first == b.first) return kBirthSameDay;
    const CalendarDay p = known_part(a.first), q = known_part(b.first);
    const bool both_known = p.day != 0 && q.day != 0;
    if (both_known && swapped(p, q)) return kBirthSwapped;
    if (both_known && one_digit_off(p, q)) return kBirthOneDigit;
    if (p.year == q.year && p.month != 0 && p.month == q.month && !both_known)
      return kBirthSameMonth;
    if (p.year == q.year && (p.month == 0 || q.month == 0)) return kBirthSameYear;
    if (p.year == q.year) return kBirthOtherDay;
  } else if (x.first <= y.last && y.first <= x.last) {
    return kBirthOverlaps;
  }
  const bool both_full =
      a.is_full() && b.is_full() && !is_new_year(a.first) && !is_new_year(b.first);
  const int years = single ? std::abs(a.first.year - b.first.year) : years_apart(x, y);
  if (years <= 1 && !both_full) return kBirthNearYear;
  return years > kFarYears ? kBirthFarYear : kBirthOtherYear;
}

}  // namespace vedette::evidence
