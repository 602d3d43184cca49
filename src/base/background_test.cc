#include "base/background.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace vedette::base {
namespace {

TEST(Background, AThreadThatNobodyWaitsForGivesWayAndSoDoThoseItStarts) {
  if (in_background()) GTEST_SKIP() << "the whole program runs in the background";
  const int ordinary = ::getpriority(PRIO_PROCESS, 0);
  std::jthread([ordinary] {
    EXPECT_FALSE(in_background());
    EXPECT_TRUE(enter_background());
    EXPECT_TRUE(in_background());
    const int nicer = ::getpriority(PRIO_PROCESS, 0);
    EXPECT_TRUE(nicer > ordinary || ordinary == 19) << ordinary << " became " << nicer;
    EXPECT_TRUE(enter_background()) << "once is enough";
    EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), nicer);
    std::jthread([nicer] {
      EXPECT_TRUE(in_background());
      EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), nicer);
    });
  }).join();
  EXPECT_FALSE(in_background()) << "the others stay as they were";
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), ordinary);
}

TEST(Background, AThreadThatOthersWaitForGoesFirstWhereThatIsAllowed) {
  const int ordinary = ::getpriority(PRIO_PROCESS, 0);
  std::jthread([ordinary] {
    const bool allowed = enter_foreground();
    const int reached = ::getpriority(PRIO_PROCESS, 0);
    EXPECT_TRUE(allowed ? reached < 0 : reached == ordinary) << reached;
    EXPECT_FALSE(in_background());
  }).join();
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), ordinary) << "the others stay as they were";
}

TEST(Background, WorkForAnIdleMachineIsDoneStepByStepUntilItsEnd) {
  for (const int steps : {0, 1, 1000}) {
    int done = 0;
    run_when_idle([&] { return done < steps && ++done < steps; });
    EXPECT_EQ(done, steps);
  }
}

// Where other threads want every core, the work is done all the same. Nobody says how soon.
TEST(Background, WorkForAnIdleMachineIsDoneOnABusyOneAsWell) {
  std::atomic<bool> over = false;
  std::vector<std::jthread> others;
  for (unsigned i = 0; i < 2 * std::max(1U, std::thread::hardware_concurrency()); ++i)
    others.emplace_back([&] {
      while (!over.load(std::memory_order_relaxed)) {
      }
    });
  std::uint64_t sum = 0;
  int step = 0;
  run_when_idle([&] {
    for (std::uint64_t i = 0; i < 20'000; ++i)
      sum += i * static_cast<std::uint64_t>(step);
    return ++step < 200;
  });
  over = true;
  EXPECT_EQ(step, 200);
  EXPECT_GT(sum, 0U);
}

}  // namespace
}  // namespace vedette::base
