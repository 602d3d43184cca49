#include "service/common/retention_clock.h"

#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"

namespace vedette::service {
namespace {

using base::Millis;
using base::Time;

constexpr Millis kHour = base::seconds(3600);
constexpr Time kStart{1'769'860'800'000};

TEST(ClockMark, FollowsAClockThatRuns) {
  ClockMark mark{.confirmed = kStart};
  for (int hour = 1; hour <= 24 * 60; ++hour)
    mark = moved_on(mark, kStart + Millis{hour * kHour.count}, kHour);
  EXPECT_EQ(mark, ClockMark{.confirmed = kStart + base::days(60)});
}

TEST(ClockMark, DoesNotMoveForAJumpHoweverOftenItIsLookedAt) {
  ClockMark mark{.confirmed = kStart};
  for (int look = 0; look < 100; ++look)
    mark = moved_on(mark, kStart + base::days(31), {});
  EXPECT_EQ(mark.confirmed, kStart);
  mark = moved_on(mark, kStart + base::seconds(5), {});
  EXPECT_EQ(mark, ClockMark{.confirmed = kStart + base::seconds(5)});
}

TEST(ClockMark, BelievesANewTimeAfterADayAndThenFollowsInSmallSteps) {
  const Time back = kStart + base::days(31);
  ClockMark mark = moved_on({.confirmed = kStart}, back, {});
  int hour = 1;
  for (; hour < 24; ++hour)
    mark = moved_on(mark, back + Millis{hour * kHour.count}, kHour);
  EXPECT_EQ(mark.confirmed, kStart);
  mark = moved_on(mark, back + Millis{hour * kHour.count}, kHour);
  EXPECT_EQ(mark.confirmed, kStart + base::days(1)) << "a day in an hour";
  for (; hour < 24 + 40; ++hour)
    mark = moved_on(mark, back + Millis{(hour + 1) * kHour.count}, kHour);
  EXPECT_EQ(mark, ClockMark{.confirmed = back + Millis{hour * kHour.count}});
}

TEST(ClockMark, BeginsTheGraceAnewWhenTheClockIsSetAgain) {
  ClockMark mark = moved_on({.confirmed = kStart}, kStart + base::days(31), {});
  mark = moved_on(mark, kStart + base::days(31) + kHour, kHour);
  EXPECT_EQ(mark.doubted_for, kHour);
  mark = moved_on(mark, kStart + base::days(40), kHour);
  EXPECT_EQ(mark.doubted_for, Millis{});
  mark = moved_on(mark, kStart + base::days(35), kHour);
  EXPECT_EQ(mark.doubted_for, Millis{});
  EXPECT_EQ(mark.confirmed, kStart);
}

TEST(ClockMark, CountsRunsBeforeAndAfterARestart) {
  const Time back = kStart + base::days(10);
  ClockMark mark = moved_on({.confirmed = kStart}, back, {});
  mark = moved_on(mark, back + Millis{20 * kHour.count}, Millis{20 * kHour.count});
  mark = moved_on(mark, back + Millis{22 * kHour.count}, {});  // off for two hours
  EXPECT_EQ(mark.doubted_for, Millis{20 * kHour.count});
  mark = moved_on(mark, back + Millis{26 * kHour.count}, Millis{4 * kHour.count});
  EXPECT_GT(mark.confirmed, kStart);
}

TEST(ClockMark, GoesBackToAClockThatRanBehindForADay) {
  const Time past = kStart - base::days(400);
  ClockMark mark = moved_on({.confirmed = kStart}, past, {});
  EXPECT_EQ(state_of(mark, past, {}), ClockState::kBehind);
  EXPECT_EQ(mark.confirmed, kStart);
  for (int hour = 1; hour <= 24; ++hour)
    mark = moved_on(mark, past + Millis{hour * kHour.count}, kHour);
  EXPECT_EQ(mark, ClockMark{.confirmed = past + base::days(1)});
}

class RetentionClockTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    clock_of_process();
  }
  // As after a start of the server.
  void clock_of_process() {
    retention_.emplace(RetentionClock::Parts{*ledger_, clock_, [this] { return steady_; }});
  }
  void pass(Millis time) {
    clock_.advance(time);
    steady_ = {steady_.count + time.count};
  }
  std::optional<Time> deletion_time() {
    const auto time = retention_->deletion_time();
    EXPECT_TRUE(time.ok()) << (time.ok() ? "" : time.error().message);
    return time.ok() ? *time : std::nullopt;
  }
  void write_something() {
    ASSERT_TRUE(ledger_
                    ->write(operator_,
                            [](ledger::OperatorWriter& writer) -> base::Result<void> {
                              writer.audit({"test.happened", "service", "", "", 0});
                              return {};
                            })
                    .ok());
  }

  std::unique_ptr<ledger::Ledger> ledger_;
  Millis steady_{1000};
  std::optional<RetentionClock> retention_;
};
VEDETTE_BOTH_STORES(RetentionClockTest);

TEST_P(RetentionClockTest, IsTheClockWhileThatIsRight) {
  EXPECT_EQ(deletion_time(), clock_.now());
  pass(base::days(3));
  EXPECT_EQ(deletion_time(), clock_.now());
  EXPECT_EQ(retention_->reading().state, ClockState::kRight);
  EXPECT_EQ(clock_warning(retention_->reading()), "");
}

TEST_P(RetentionClockTest, GivesNoTimeWhileTheClockIsFarAheadAndIsThereAfterwards) {
  const auto right = deletion_time();
  for (const Millis jump : {base::days(31), base::days(2000)}) {
    clock_.advance(jump);
    steady_ = {steady_.count + 3000};
    EXPECT_EQ(retention_->reading().state, ClockState::kAhead) << "told at once";
    EXPECT_EQ(deletion_time(), std::nullopt);
    EXPECT_EQ(retention_->newest_sure(), right);
    write_something();
    clock_of_process();
    EXPECT_EQ(deletion_time(), std::nullopt) << "not by a restart, nor by what was written";
    clock_.advance(Millis{-jump.count});
    EXPECT_EQ(deletion_time(), clock_.now());
    EXPECT_EQ(retention_->reading().state, ClockState::kRight);
  }
}

TEST_P(RetentionClockTest, SaysWhenTheClockIsBehindTheLedger) {
  deletion_time();
  clock_.advance(base::days(-2));
  clock_of_process();
  EXPECT_EQ(deletion_time(), std::nullopt);
  EXPECT_EQ(retention_->reading().state, ClockState::kBehind);
  EXPECT_NE(clock_warning(retention_->reading()).find("2 days behind"), std::string::npos);
  clock_.advance(base::days(2));
  EXPECT_EQ(deletion_time(), clock_.now());
}

// A ledger of a version that had no confirmed time.
TEST_P(RetentionClockTest, BeginsWithTheNewestEntryOfTheLedger) {
  write_something();
  const Time written = clock_.now();
  clock_.advance(base::days(31));
  EXPECT_EQ(deletion_time(), std::nullopt);
  EXPECT_EQ(retention_->newest_sure(), written);
}

TEST_P(RetentionClockTest, ANodeWithTheRightTimeEndsTheDoubtOfAnother) {
  deletion_time();
  base::ManualClock wrong{clock_.now() + base::days(31)};
  Millis ran{};
  RetentionClock other({*ledger_, wrong, [&ran] { return ran; }});
  for (int hour = 0; hour < 60; ++hour) {
    EXPECT_EQ(*other.deletion_time(), std::nullopt) << hour;
    pass(kHour);
    wrong.advance(kHour);
    ran = {ran.count + kHour.count};
    EXPECT_EQ(deletion_time(), clock_.now());
  }
}

}  // namespace
}  // namespace vedette::service
