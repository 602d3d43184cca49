#include "catalogue/retention.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vedette::catalogue {
namespace {

// 2026-03-01T00:00:00Z
constexpr base::Time kMidnight{1'772'323'200'000};

base::Time hours(std::int64_t count) {
  return kMidnight + base::seconds(count * 3600);
}

// One generation an hour, the last of them at `last`, as an import after another makes and thins
// them.
std::vector<Served> hourly(std::int64_t last, const KeepRules& rules) {
  std::vector<Served> kept;
  for (std::int64_t hour = 0; hour <= last; ++hour) {
    kept.push_back({static_cast<std::uint64_t>(hour + 1), hours(hour)});
    for (const Served& gone : given_up(kept, rules, hours(hour)))
      std::erase(kept, gone);
  }
  return kept;
}

TEST(Retention, EveryGenerationOfTheLastDaysStays) {
  const KeepRules rules{.all = base::days(2), .daily = base::days(30), .most = 1000};
  const auto kept = hourly(24 * 60, rules);
  for (std::int64_t hour = 24 * 58; hour <= 24 * 60; ++hour)
    EXPECT_EQ(std::ranges::count(kept, hours(hour), &Served::since), 1) << hour;
}

TEST(Retention, BeforeThatTheOneThatEndedEachDayStaysAndNoOther) {
  const KeepRules rules{.all = base::days(2), .daily = base::days(30), .most = 1000};
  const auto kept = hourly(24 * 60, rules);
  for (std::int64_t day = 31; day <= 57; ++day)  // the generation of 23:00 served at midnight
    EXPECT_EQ(std::ranges::count(kept, hours(day * 24 - 1), &Served::since), 1) << day;
  const auto older = std::ranges::count_if(
      kept, [](const Served& each) { return each.since < hours(24 * 58 - 1); });
  EXPECT_LE(older, 29);
  EXPECT_GE(kept.front().since, hours(24 * 29));
}

TEST(Retention, TheBoundHoldsWhateverTheRulesWouldKeepAndTheNewestStay) {
  const KeepRules rules{.all = base::days(30), .daily = base::days(30), .most = 5};
  const auto kept = hourly(100, rules);
  ASSERT_EQ(kept.size(), 5u);
  EXPECT_EQ(kept.back().generation, 101u);
  EXPECT_EQ(kept.front().generation, 97u);
}

TEST(Retention, ARarelyUpdatedCatalogueKeepsWhatServesAndTheOneBefore) {
  const KeepRules rules{.all = base::days(1), .daily = base::days(1), .most = 100};
  const std::vector<Served> served = {
      {1, hours(0)}, {2, hours(24)}, {3, hours(24 * 365)}, {4, hours(24 * 730)}};
  const auto gone = given_up(served, rules, hours(24 * 900));
  EXPECT_EQ(gone, (std::vector<Served>{{1, hours(0)}, {2, hours(24)}}));
}

TEST(Retention, AGenerationThatServedForMonthsReachesBackAsLongAsItsEndIsInside) {
  // It was published half a year ago, and replaced yesterday: yesterday must stay askable.
  const KeepRules rules{.all = base::days(2), .daily = base::days(30), .most = 100};
  const std::vector<Served> served = {
      {1, hours(0)}, {2, hours(24 * 180)}, {3, hours(24 * 180 + 1)}, {4, hours(24 * 180 + 2)}};
  EXPECT_TRUE(given_up(served, rules, hours(24 * 181)).empty());
}

}  // namespace
}  // namespace vedette::catalogue
