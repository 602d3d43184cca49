#include "service/attestation/calendar.h"

#include <gtest/gtest.h>

namespace vedette::service {
namespace {

Calendar calendar(const std::string& zone) {
  auto made = Calendar::of(zone);
  EXPECT_TRUE(made.ok()) << zone;
  return *made;
}
std::int64_t hours(const CalendarDay& day) {
  return (day.ends - day.begins).count / 3'600'000;
}
base::Time at(const char* text) {
  return *base::parse_iso(text);
}

TEST(Calendar, ADayOfAZoneBeginsAtItsOwnMidnight) {
  const CalendarDay day = *calendar("Europe/Berlin").day("2026-01-15");
  EXPECT_EQ(day.begins, at("2026-01-14T23:00:00Z"));
  EXPECT_EQ(day.ends, at("2026-01-15T23:00:00Z"));
  EXPECT_EQ(calendar("Europe/Berlin").day_of(at("2026-01-14T23:00:00Z")), day);
  EXPECT_EQ(calendar("Europe/Berlin").day_of(at("2026-01-14T22:59:59Z")).date, "2026-01-14");
  EXPECT_EQ(calendar("UTC").day("2026-01-15")->begins, at("2026-01-15T00:00:00Z"));
}

TEST(Calendar, DaysOnWhichTheClocksChangeHave23And25Hours) {
  const Calendar berlin = calendar("Europe/Berlin");
  EXPECT_EQ(hours(*berlin.day("2026-03-29")), 23);
  EXPECT_EQ(hours(*berlin.day("2026-10-25")), 25);
  EXPECT_EQ(berlin.next(*berlin.day("2026-03-28")), *berlin.day("2026-03-29"));
  EXPECT_EQ(berlin.previous(*berlin.day("2026-10-26")), *berlin.day("2026-10-25"));
}

TEST(Calendar, AMidnightThatIsSkippedOrComesTwiceBeginsTheDayOnce) {
  const Calendar havana = calendar("America/Havana");  // changes at midnight
  for (const char* date : {"2026-03-08", "2026-11-01"}) {
    const CalendarDay day = *havana.day(date);
    EXPECT_EQ(havana.previous(day).ends, day.begins) << date;
    EXPECT_EQ(havana.day_of(day.begins).date, date);
    EXPECT_NE(havana.day_of(day.begins - base::Millis{1}).date, date);
  }
  EXPECT_EQ(hours(*havana.day("2026-03-08")), 23);
  EXPECT_EQ(hours(*havana.day("2026-11-01")), 25);
}

TEST(Calendar, DaysFollowEachOtherWithoutGapsInEveryKindOfZone) {
  for (const char* zone : {"UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe",
                           "Asia/Kathmandu", "Pacific/Apia", "America/Santiago"}) {
    const Calendar each = calendar(zone);
    CalendarDay day = each.day_of(at("2011-12-20T00:00:00Z"));
    for (int i = 0; i < 800; ++i) {
      const CalendarDay next = each.next(day);
      ASSERT_EQ(next.begins, day.ends) << zone << " " << day.date;
      ASSERT_LT(day.date, next.date);
      day = next;
    }
  }
}

TEST(Calendar, WhatIsNoDayIsRefused) {
  EXPECT_FALSE(Calendar::of("Europe/Atlantis").ok());
  EXPECT_FALSE(Calendar::of("").ok());
  EXPECT_FALSE(calendar("UTC").day("2026-02-30"));
  EXPECT_FALSE(calendar("UTC").day("yesterday"));
  EXPECT_FALSE(calendar("Pacific/Apia").day("2011-12-30")) << "Samoa left this day out";
}

}  // namespace
}  // namespace vedette::service
