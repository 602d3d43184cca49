#include "service/attestation/calendar.h"

#include <unicode/timezone.h>

#include <algorithm>

namespace vedette::service {
namespace {

constexpr std::int64_t kDayMillis = base::days(1).count;
constexpr std::size_t kDateLength = 10;

std::int64_t floor_day(std::int64_t millis) {
  return millis / kDayMillis - (millis % kDayMillis < 0 ? 1 : 0);
}

}  // namespace

struct Calendar::Zone {
  std::unique_ptr<const icu::TimeZone> zone;

  // Local time minus UTC.
  std::int64_t offset(std::int64_t utc_millis) const {
    std::int32_t raw = 0;
    std::int32_t daylight = 0;
    UErrorCode status = U_ZERO_ERROR;
    zone->getOffset(static_cast<UDate>(utc_millis), false, raw, daylight, status);
    return std::int64_t{raw} + daylight;
  }
};

Calendar::Calendar(std::string zone, std::shared_ptr<const Zone> data)
    : zone_(std::move(zone)), data_(std::move(data)) {}

base::Result<Calendar> Calendar::of(const std::string& zone) {
  auto data = std::make_shared<Zone>();
  data->zone.reset(icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(zone)));
  if (data->zone == nullptr || *data->zone == icu::TimeZone::getUnknown())
    return base::Error(base::Cause::kInvalidInput,
                       "'" + zone + "' is no time zone: give a name such as Europe/Berlin or UTC");
  return Calendar(zone, std::move(data));
}

std::int64_t Calendar::local_day(base::Time time) const {
  return floor_day(time.unix_millis + data_->offset(time.unix_millis));
}

// The offset may change at midnight or be skipped over it, so both neighbouring offsets are tried;
// a midnight that comes twice begins the day the first time.
base::Time Calendar::first_moment(std::int64_t local_day_number) const {
  const std::int64_t midnight = local_day_number * kDayMillis;
  const std::int64_t before = midnight - data_->offset(midnight - kDayMillis);
  const std::int64_t after = midnight - data_->offset(midnight + kDayMillis);
  for (const std::int64_t each : {std::min(before, after), std::max(before, after)})
    if (local_day(base::Time{each}) == local_day_number) return base::Time{each};
  // The zone left out this day: it is empty.
  return base::Time{std::max(before, after)};
}

CalendarDay Calendar::day_of(base::Time time) const {
  const std::int64_t number = local_day(time);
  std::int64_t next = number + 1;
  CalendarDay day;
  day.date = base::iso_seconds(base::Time{number * kDayMillis}).substr(0, kDateLength);
  day.begins = first_moment(number);
  day.ends = first_moment(next);
  while (day.ends <= time)
    day.ends = first_moment(++next);
  return day;
}

std::optional<CalendarDay> Calendar::day(std::string_view date) const {
  const auto midnight = date.size() == kDateLength ? base::parse_iso(date) : std::nullopt;
  if (!midnight) return std::nullopt;
  const base::Time begins = first_moment(floor_day(midnight->unix_millis));
  CalendarDay out = day_of(begins);
  if (out.date != date) return std::nullopt;
  return out;
}

}  // namespace vedette::service
