#include "base/clock.h"

#include <fmt/format.h>

#include <chrono>

namespace vedette::base {
namespace {

struct Fields {
  std::chrono::year_month_day date;
  int hour, minute, second, millis;
  unsigned weekday;
};

Fields split(Time time) {
  using namespace std::chrono;
  const sys_time<milliseconds> t{milliseconds{time.unix_millis}};
  const auto day = floor<std::chrono::days>(t);
  const hh_mm_ss<milliseconds> clock{t - day};
  return {year_month_day{day},
          static_cast<int>(clock.hours().count()),
          static_cast<int>(clock.minutes().count()),
          static_cast<int>(clock.seconds().count()),
          static_cast<int>(clock.subseconds().count()),
          weekday{day}.c_encoding()};
}

void put_digits(std::string& out, unsigned value, std::size_t digits) {
  out.resize(out.size() + digits);
  for (std::size_t i = out.size(); digits > 0; --digits, value /= 10)
    out[--i] = static_cast<char>('0' + value % 10);
}

// YYYY-MM-DDTHH:MM:SS, digit by digit: every log line has one, and a formatter costs ten times
// more.
std::string date_and_clock(const Fields& f) {
  std::string out;
  out.reserve(24);
  put_digits(out, static_cast<unsigned>(static_cast<int>(f.date.year())), 4);
  out += '-';
  put_digits(out, static_cast<unsigned>(f.date.month()), 2);
  out += '-';
  put_digits(out, static_cast<unsigned>(f.date.day()), 2);
  out += 'T';
  put_digits(out, static_cast<unsigned>(f.hour), 2);
  out += ':';
  put_digits(out, static_cast<unsigned>(f.minute), 2);
  out += ':';
  put_digits(out, static_cast<unsigned>(f.second), 2);
  return out;
}

// Takes exactly `digits` decimal digits off the front.
std::optional<int> take(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool skip(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// The offset from UTC in minutes: Z, +hh:mm or -hh:mm, and nothing behind it.
std::optional<int> take_zone(std::string_view& text) {
  if (skip(text, 'Z') || skip(text, 'z')) return text.empty() ? std::optional(0) : std::nullopt;
  const int sign = skip(text, '+') ? 1 : skip(text, '-') ? -1 : 0;
  if (sign == 0) return std::nullopt;
  const auto hours = take(text, 2);
  if (!hours || !skip(text, ':')) return std::nullopt;
  const auto minutes = take(text, 2);
  if (!minutes || *hours > 23 || *minutes > 59 || !text.empty()) return std::nullopt;
  return sign * (*hours * 60 + *minutes);
}

}  // namespace

std::string iso_millis(Time time) {
  const Fields f = split(time);
  std::string out = date_and_clock(f);
  out += '.';
  put_digits(out, static_cast<unsigned>(f.millis), 3);
  out += 'Z';
  return out;
}

std::string iso_seconds(Time time) {
  return date_and_clock(split(time)) + 'Z';
}

std::string http_date(Time time) {
  static constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const Fields f = split(time);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays[f.weekday],
                     static_cast<unsigned>(f.date.day()),
                     kMonths[static_cast<unsigned>(f.date.month()) - 1],
                     static_cast<int>(f.date.year()), f.hour, f.minute, f.second);
}

std::optional<Time> parse_iso(std::string_view text) {
  using namespace std::chrono;
  const auto y = take(text, 4);
  if (!y || !skip(text, '-')) return std::nullopt;
  const auto m = take(text, 2);
  if (!m || !skip(text, '-')) return std::nullopt;
  const auto d = take(text, 2);
  if (!d) return std::nullopt;
  const year_month_day date{year{*y}, month{static_cast<unsigned>(*m)},
                            day{static_cast<unsigned>(*d)}};
  if (!date.ok()) return std::nullopt;
  std::int64_t millis = duration_cast<milliseconds>(sys_days{date}.time_since_epoch()).count();
  if (text.empty()) return Time{millis};

  if (!skip(text, 'T') && !skip(text, ' ')) return std::nullopt;
  const auto hour = take(text, 2);
  if (!hour || *hour > 23 || !skip(text, ':')) return std::nullopt;
  const auto minute = take(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  millis += (*hour * 3600 + *minute * 60) * std::int64_t{1000};
  if (skip(text, ':')) {
    const auto second = take(text, 2);
    if (!second || *second > 59) return std::nullopt;
    millis += *second * std::int64_t{1000};
    if (skip(text, '.')) {
      int scale = 100;
      std::size_t digits = 0;
      for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
        millis += (text[digits] - '0') * scale;
        scale /= 10;
      }
      if (digits == 0) return std::nullopt;
      text.remove_prefix(digits);
    }
  }
  const auto zone = take_zone(text);
  if (!zone) return std::nullopt;
  return Time{millis - *zone * std::int64_t{60'000}};
}

Time SystemClock::now() const {
  using namespace std::chrono;
  return Time{duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

}  // namespace vedette::base
