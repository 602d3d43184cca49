#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace vedette::service {

// A calendar day of a time zone: from its first moment to that of the next day. Days on which the
// clocks change have 23 or 25 hours.
struct CalendarDay {
  std::string date = {};  // 2026-03-29
  base::Time begins = {};
  base::Time ends = {};  // not within

  bool contains(base::Time time) const { return time >= begins && time < ends; }
  bool operator==(const CalendarDay&) const = default;
};

// The calendar of a time zone of the IANA database. Safe from any thread.
class Calendar {
 public:
  // "UTC", "Europe/Berlin"; kInvalidInput for a name that is no time zone.
  static base::Result<Calendar> of(const std::string& zone);

  const std::string& zone() const { return zone_; }
  CalendarDay day_of(base::Time time) const;
  // YYYY-MM-DD; nothing when that is no date, or the zone never had this day.
  std::optional<CalendarDay> day(std::string_view date) const;
  CalendarDay next(const CalendarDay& day) const { return day_of(day.ends); }
  CalendarDay previous(const CalendarDay& day) const {
    return day_of(day.begins - base::Millis{1});
  }

 private:
  struct Zone;
  Calendar(std::string zone, std::shared_ptr<const Zone> data);
  // The day number since 1970 of the local date at this moment.
  std::int64_t local_day(base::Time time) const;
  base::Time first_moment(std::int64_t local_day) const;

  std::string zone_;
  std::shared_ptr<const Zone> data_;
};

}  // namespace vedette::service
