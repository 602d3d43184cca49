#include "base/background.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

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

}  // namespace
}  // namespace vedette::base
