#include "http/retry_strikes.h"

#include <gtest/gtest.h>

namespace vedette::http {
namespace {

int refusals_until_held(RetryStrikes& strikes, std::int64_t gap) {
  for (int refusals = 1; refusals <= 1000; ++refusals) {
    strikes.refused(refusals * 10'000);
    if (strikes.holds_back(refusals * 10'000 + gap)) return refusals;
  }
  return 0;
}

TEST(RetryStrikes, AClientThatRetriesAtOnceAgainAndAgainIsHeldBack) {
  RetryStrikes strikes;
  EXPECT_EQ(refusals_until_held(strikes, 1), 12);
  EXPECT_EQ(refusals_until_held(strikes, 1), 1) << "and from then on at every retry";
}

TEST(RetryStrikes, AClientThatWaitsIsNot) {
  RetryStrikes strikes;
  EXPECT_EQ(refusals_until_held(strikes, 1000), 0);
}

TEST(RetryStrikes, ARequestAfterAnAnswerIsNeverHeldBack) {
  RetryStrikes strikes;
  refusals_until_held(strikes, 1);
  strikes.served();
  EXPECT_FALSE(strikes.holds_back(20'000'000));
}

TEST(RetryStrikes, OneRefusalInTwoIsNoStorm) {
  RetryStrikes strikes;
  for (int round = 0; round < 1000; ++round) {
    strikes.refused(round * 10 + 1);
    EXPECT_FALSE(strikes.holds_back(round * 10 + 2));
    strikes.served();
  }
}

}  // namespace
}  // namespace vedette::http
