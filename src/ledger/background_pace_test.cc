#include "ledger/background_pace.h"

#include <gtest/gtest.h>

namespace vedette::ledger {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Duration = BackgroundPace::Clock::duration;

class BackgroundPaceTest : public ::testing::Test {
 protected:
  // So many commits, each of which took so long.
  void commits(int count, Duration taken) {
    for (int i = 0; i < count; ++i)
      pace_.committed(taken);
  }

  BackgroundPace pace_;
  const BackgroundPace::Clock::time_point now_{seconds(1'000)};
};

TEST_F(BackgroundPaceTest, WhileNobodyComesAChangeIsLongAndNeverRests) {
  EXPECT_TRUE(pace_.is_quiet(now_));
  EXPECT_EQ(pace_.alone(now_), milliseconds(40));
  pace_.ended_alone(now_, milliseconds(60));
  EXPECT_LE(pace_.rests_until(), now_);
}

TEST_F(BackgroundPaceTest, AfterSomebodyCameItIsNotQuietForSomeSeconds) {
  pace_.asked(now_);
  EXPECT_FALSE(pace_.is_quiet(now_ + seconds(5)));
  EXPECT_TRUE(pace_.is_quiet(now_ + seconds(5) + milliseconds(1)));
}

TEST_F(BackgroundPaceTest, BesideOthersAChangeAloneIsShortAndHasATwentiethOfTheTime) {
  pace_.asked(now_);
  EXPECT_EQ(pace_.alone(now_), milliseconds(1));
  pace_.ended_alone(now_ + seconds(1), milliseconds(4));
  EXPECT_EQ(pace_.rests_until(), now_ + seconds(1) + milliseconds(76));
}

TEST_F(BackgroundPaceTest, AChangeIsMadeAloneWhenNobodyHasComeForAMoment) {
  pace_.asked(now_);
  EXPECT_EQ(pace_.rests_until(), now_ + milliseconds(100));
  pace_.ended_alone(now_, milliseconds(1));
  EXPECT_EQ(pace_.rests_until(), now_ + milliseconds(100)) << "though its own rest is shorter";
}

TEST_F(BackgroundPaceTest, NoRestIsEndlessHoweverSlowTheDisk) {
  pace_.asked(now_);
  pace_.ended_alone(now_, seconds(3));
  EXPECT_EQ(pace_.rests_until(), now_ + milliseconds(500));
}

// A change that takes, when it is told to begin no more after a while, `times` as long: what it
// takes in the end.
Duration settled(BackgroundPace& pace, int times) {
  for (int i = 0; i < 300; ++i)
    pace.ended_beside_others({}, times * pace.beside_others());
  return times * pace.beside_others();
}

void expect_near(Duration value, Duration wanted) {
  EXPECT_NEAR(std::chrono::duration<double>(value).count(),
              std::chrono::duration<double>(wanted).count(),
              std::chrono::duration<double>(wanted).count() / 5);
}

TEST_F(BackgroundPaceTest, WithTheChangesOfOthersItTakesAShareOfWhatACommitTakes) {
  commits(200, milliseconds(3));
  for (const int times : {1, 3, 10, 2})
    expect_near(settled(pace_, times), milliseconds(1));
  commits(500, microseconds(50));
  expect_near(settled(pace_, 3), microseconds(500));  // something is done on any disk
  commits(500, seconds(1));
  expect_near(settled(pace_, 3), milliseconds(2));  // and nobody waits for long
}

TEST_F(BackgroundPaceTest, ItGoesWithThoseWhoChangeMuchAndWithOthersWhenItHasWaited) {
  constexpr std::int64_t kScreening = 2;
  constexpr std::int64_t kSave = 20;
  for (const bool alone : {false, true}) {
    if (alone)
      pace_.ended_alone(now_, milliseconds(1));
    else
      pace_.ended_beside_others(now_, milliseconds(1));
    EXPECT_TRUE(pace_.may_go_with(kSave, now_));
    EXPECT_FALSE(pace_.may_go_with(kScreening, now_ + milliseconds(25)));
    EXPECT_TRUE(pace_.may_go_with(kScreening, now_ + milliseconds(26)));
  }
}

TEST_F(BackgroundPaceTest, OneCommitThatTookVeryLongChangesLittle) {
  commits(200, milliseconds(4));
  const Duration before = pace_.beside_others();
  pace_.committed(seconds(30));
  EXPECT_LE(pace_.beside_others(), before * 9 / 8);
}

}  // namespace
}  // namespace vedette::ledger
