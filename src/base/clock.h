#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vedette::base {

// A span of time, in milliseconds.
struct Millis {
  std::int64_t count = 0;
  constexpr auto operator<=>(const Millis&) const = default;
};
constexpr Millis seconds(std::int64_t n) {
  return Millis{n * 1000};
}
constexpr Millis days(std::int64_t n) {
  return Millis{n * 86'400'000};
}

// A moment: milliseconds since 1970-01-01T00:00:00Z, no leap seconds.
struct Time {
  std::int64_t unix_millis = 0;
  constexpr auto operator<=>(const Time&) const = default;
  constexpr std::int64_t unix_seconds() const { return unix_millis / 1000; }
};
constexpr Time operator+(Time t, Millis d) {
  return Time{t.unix_millis + d.count};
}
constexpr Time operator-(Time t, Millis d) {
  return Time{t.unix_millis - d.count};
}
constexpr Millis operator-(Time a, Time b) {
  return Millis{a.unix_millis - b.unix_millis};
}

// 2026-01-31T12:00:00.000Z
std::string iso_millis(Time time);
// 2026-01-31T12:00:00Z
std::string iso_seconds(Time time);
// The IMF-fixdate of HTTP: Sat, 31 Jan 2026 12:00:00 GMT
std::string http_date(Time time);
// Reads YYYY-MM-DD, or YYYY-MM-DDTHH:MM[:SS[.fff]] with Z or +hh:mm; nothing on anything else.
std::optional<Time> parse_iso(std::string_view text);

// Where the time comes from. Everything that needs "now" takes one, so tests move it by hand.
// Safe to call from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time now() const = 0;
};

class SystemClock final : public Clock {
 public:
  Time now() const override;
};

class ManualClock final : public Clock {
 public:
  explicit ManualClock(Time start) : millis_(start.unix_millis) {}
  Time now() const override { return Time{millis_.load()}; }
  void advance(Millis by) { millis_ += by.count; }

 private:
  std::atomic<std::int64_t> millis_;
};

}  // namespace vedette::base
