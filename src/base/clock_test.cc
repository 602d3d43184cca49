#include "base/clock.h"

#include <gtest/gtest.h>

namespace vedette::base {
namespace {

TEST(Clock, WritesTimesAsTheInterfaceShowsThem) {
  const Time t{1'633'428'608'270};
  EXPECT_EQ(iso_millis(t), "2021-10-05T10:10:08.270Z");
  EXPECT_EQ(iso_seconds(t), "2021-10-05T10:10:08Z");
  EXPECT_EQ(http_date(t), "Tue, 05 Oct 2021 10:10:08 GMT");
}

TEST(Clock, ReadsWhatItWrites) {
  for (std::int64_t millis : {0LL, 1'633'428'608'270LL, 951'782'399'999LL, -62'000'000'000LL}) {
    EXPECT_EQ(parse_iso(iso_millis(Time{millis})), Time{millis});
  }
}

TEST(Clock, ReadsZonesAndShortForms) {
  EXPECT_EQ(parse_iso("2021-10-05"), parse_iso("2021-10-05T00:00:00Z"));
  EXPECT_EQ(parse_iso("2021-10-05T12:10:08+02:00"), parse_iso("2021-10-05T10:10:08Z"));
  EXPECT_EQ(parse_iso("2021-10-05T10:10Z"), parse_iso("2021-10-05T10:10:00.000Z"));
}

TEST(Clock, RefusesWhatIsNotATime) {
  for (const char* text :
       {"", "2021", "2021-02-30", "2021-13-01", "2021-10-05T25:00Z", "2021-10-05T10:10:08",
        "2021-10-05T10:10:08Zjunk", "2021-10-05T10:10:61Z", "x021-10-05"}) {
    EXPECT_FALSE(parse_iso(text)) << text;
  }
}

}  // namespace
}  // namespace vedette::base
