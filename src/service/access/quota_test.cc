#include "service/access/quota.h"

#include <gtest/gtest.h>

namespace vedette::service {
namespace {

constexpr base::Time kStart{1'700'000'000'000};

TEST(QuotaTest, AMinutesWorthAtOnceAndThenOneAtATime) {
  Quota quota(60, 10);
  for (int left = 59; left >= 0; --left) {
    const Quota::Take take = quota.take("BANK", kStart);
    EXPECT_TRUE(take.allowed);
    EXPECT_EQ(take.remaining, left);
  }
  const Quota::Take refused = quota.take("BANK", kStart);
  EXPECT_FALSE(refused.allowed);
  EXPECT_EQ(refused.wait_seconds, 1);
  EXPECT_TRUE(quota.take("OTHER", kStart).allowed) << "each key has a quota of its own";
  EXPECT_TRUE(quota.take("BANK", kStart + base::seconds(1)).allowed);
  EXPECT_FALSE(quota.take("BANK", kStart + base::seconds(1)).allowed);
}

TEST(QuotaTest, AMinuteLaterAllAreAllowedAgain) {
  Quota quota(3, 10);
  while (quota.take("BANK", kStart).allowed) {
  }
  EXPECT_EQ(quota.take("BANK", kStart + base::seconds(60)).remaining, 2);
}

TEST(QuotaTest, AClockThatIsSetBackLocksNobodyOut) {
  Quota quota(3, 10);
  while (quota.take("BANK", kStart + base::days(30)).allowed) {
  }
  EXPECT_FALSE(quota.take("BANK", kStart).allowed);
  EXPECT_LE(quota.take("BANK", kStart).wait_seconds, 60);
  EXPECT_TRUE(quota.take("BANK", kStart + base::seconds(60)).allowed);
}

TEST(QuotaTest, RemembersNoMoreKeysThanItMay) {
  Quota quota(1, 2);
  EXPECT_TRUE(quota.take("a", kStart).allowed);
  EXPECT_TRUE(quota.take("b", kStart).allowed);
  EXPECT_TRUE(quota.take("c", kStart).allowed);
  EXPECT_TRUE(quota.take("c", kStart).allowed) << "no room, so it is not counted";
  EXPECT_FALSE(quota.take("a", kStart).allowed);
  EXPECT_TRUE(quota.take("c", kStart + base::seconds(61)).allowed);
  EXPECT_FALSE(quota.take("c", kStart + base::seconds(61)).allowed) << "the old keys made room";
}

}  // namespace
}  // namespace vedette::service
