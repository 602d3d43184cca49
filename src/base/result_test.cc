#include "base/result.h"

#include <gtest/gtest.h>

#include <string>

namespace vedette::base {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error(Cause::kInvalidInput, "odd");
  return n / 2;
}

Result<int> quarter(int n) {
  VEDETTE_ASSIGN(const int first, half(n));
  return half(first);
}

Result<void> check_even(int n) {
  VEDETTE_TRY(half(n));
  return {};
}

TEST(Result, CarriesTheValueOrTheReason) {
  EXPECT_EQ(quarter(8).value(), 2);
  EXPECT_EQ(quarter(6).error().message, "odd");
  EXPECT_TRUE(check_even(2).ok());
  EXPECT_EQ(check_even(3).error().cause, Cause::kInvalidInput);
}

TEST(ResultDeathTest, ReadingTheValueOfAFailureStops) {
  EXPECT_DEATH(
      {
        auto value = half(3).value();
        (void)value;
      },
      "invariant broken");
}

}  // namespace
}  // namespace vedette::base
