#include "service/access/sign_in_gate.h"

#include <gtest/gtest.h>

#include <vector>

namespace vedette::service {
namespace {

using Verdict = SignInGate::Verdict;

class SignInGateTest : public ::testing::Test {
 protected:
  SignInGate::Decision enter(const std::string& address, const std::string& account = "bank:x") {
    return gate_.enter({address, account}, now_);
  }
  void fail(const std::string& address, int times = 1) {
    for (int i = 0; i < times; ++i)
      gate_.settle({address, "bank:x"}, now_, false);
  }

  SignInGate gate_{{.failures_of_address = 5,
                    .of_address = 3,
                    .of_failing_address = 1,
                    .of_strangers = 6,
                    .most_known = 2,
                    .most_addresses = 100}};
  base::Time now_{1'000'000};
};

TEST_F(SignInGateTest, FewOfOneAddressWaitAtOneTime) {
  std::vector<SignInGate::Decision> waiting;
  for (int i = 0; i < 3; ++i) {
    waiting.push_back(enter("192.0.2.1", "bank:user" + std::to_string(i)));
    EXPECT_EQ(waiting.back().verdict, Verdict::kAdmitted);
  }
  const auto refused = enter("192.0.2.1");
  EXPECT_FALSE(refused.admitted());
  EXPECT_EQ(refused.verdict, Verdict::kAddressBusy);
  EXPECT_GE(refused.retry_after_seconds, 1);
  EXPECT_TRUE(enter("192.0.2.2").admitted()) << "another address is not held up";
  waiting.pop_back();
  EXPECT_TRUE(enter("192.0.2.1").admitted()) << "a finished sign-in gives its place back";
}

TEST_F(SignInGateTest, TheAddressesOfOneSubscriberCountAsOne) {
  const std::vector<SignInGate::Decision> waiting = [&] {
    std::vector<SignInGate::Decision> out;
    for (const char* address : {"2001:db8::1", "2001:db8::2", "2001:db8::3"})
      out.push_back(enter(address));
    return out;
  }();
  EXPECT_EQ(enter("2001:db8::4").verdict, Verdict::kAddressBusy);
}

TEST_F(SignInGateTest, AnAddressThatFailsHasFewerPlacesAndThenNone) {
  fail("192.0.2.1");
  const auto one = enter("192.0.2.1");
  EXPECT_TRUE(one.admitted());
  EXPECT_EQ(enter("192.0.2.1").verdict, Verdict::kAddressBusy);
  fail("192.0.2.1", 4);
  const auto blocked = enter("192.0.2.1");
  EXPECT_EQ(blocked.verdict, Verdict::kAddressBlocked);
  EXPECT_EQ(blocked.retry_after_seconds, 60);
  now_ = now_ + base::seconds(61);
  EXPECT_FALSE(enter("192.0.2.1").verdict == Verdict::kAddressBlocked) << "a minute later it ends";
}

TEST_F(SignInGateTest, AKnownUserPassesAtAnAddressThatFails) {
  gate_.settle({"192.0.2.1", "bank:ana"}, now_, true);
  fail("192.0.2.1", 5);
  const auto known = enter("192.0.2.1", "bank:ana");
  EXPECT_EQ(known.verdict, Verdict::kKnown);
  EXPECT_TRUE(known.admitted());
  EXPECT_EQ(enter("192.0.2.1", "bank:ben").verdict, Verdict::kAddressBlocked);
  fail("192.0.2.9", 5);
  EXPECT_EQ(enter("192.0.2.9", "bank:ana").verdict, Verdict::kAddressBlocked)
      << "the user is known at that address alone";
}

TEST_F(SignInGateTest, StrangersTogetherAreBoundedAndKnownUsersAreNotCountedWithThem) {
  gate_.settle({"192.0.2.1", "bank:ana"}, now_, true);
  std::vector<SignInGate::Decision> waiting;
  for (int i = 0; i < 6; ++i)
    waiting.push_back(enter("198.51.100." + std::to_string(i)));
  EXPECT_EQ(enter("203.0.113.1").verdict, Verdict::kFull);
  EXPECT_TRUE(enter("192.0.2.1", "bank:ana").admitted());
}

TEST_F(SignInGateTest, TheLongestUnusedUserIsForgottenFirst) {
  for (const char* user : {"bank:ana", "bank:ben", "bank:ana", "bank:cy"})
    gate_.settle({"192.0.2.1", user}, now_, true);
  EXPECT_EQ(enter("192.0.2.1", "bank:ana").verdict, Verdict::kKnown);
  EXPECT_EQ(enter("192.0.2.1", "bank:cy").verdict, Verdict::kKnown);
  EXPECT_EQ(enter("192.0.2.1", "bank:ben").verdict, Verdict::kAdmitted);
}

TEST_F(SignInGateTest, CountsWhatItDecidedAndWhatCameOfIt) {
  fail("192.0.2.1", 5);
  enter("192.0.2.1");
  gate_.settle({"192.0.2.2", "bank:ana"}, now_, true);
  EXPECT_EQ(gate_.failed(), 5u);
  EXPECT_EQ(gate_.succeeded(), 1u);
  EXPECT_EQ(gate_.decided(Verdict::kAddressBlocked), 1u);
}

}  // namespace
}  // namespace vedette::service
