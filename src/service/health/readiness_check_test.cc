#include "service/health/readiness_check.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>

namespace vedette::service {
namespace {

constexpr std::chrono::milliseconds kLong = std::chrono::minutes(10);
constexpr std::chrono::milliseconds kShort{1};

TEST(ReadinessCheckTest, EveryCallGetsAMeasurementThatBeganAfterIt) {
  std::atomic<std::int64_t> measurements{0};
  ReadinessCheck check(
      [&] {
        Readiness found;
        found.generation = ++measurements;
        return found;
      },
      kLong);
  for (std::int64_t call = 1; call <= 3; ++call) {
    const std::int64_t before = measurements;
    EXPECT_GT(check().generation, before);
  }
}

// Without the bound this test would never end.
TEST(ReadinessCheckTest, ADatabaseThatHangsIsAProblemAndNotAWait) {
  std::latch released(1);
  ReadinessCheck check(
      [&] {
        released.wait();
        return Readiness{};
      },
      kShort);
  EXPECT_TRUE(check().ledger_problem);
  EXPECT_TRUE(check().ledger_problem) << "while the first measurement still hangs";
  released.count_down();
  while (check().ledger_problem)
    std::this_thread::yield();
}

}  // namespace
}  // namespace vedette::service
