// Refresh tokens: each is good for one use, and a stolen one ends them all.

#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "service/testing/sign_in_fixture.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::seconds;

class RefreshTest : public SignInFixture {};
VEDETTE_BOTH_STORES(RefreshTest);

TEST_P(RefreshTest, ARefreshNamesEveryMissingField) {
  const auto all = sign_in_->refresh({});
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.failure().cause, Cause::kInvalidInput);
  EXPECT_EQ(all.failure().error, "invalid_request");
  EXPECT_EQ(all.failure().missing,
            (std::vector<std::string>{"refresh_token", "client_id", "client_secret"}));
  const auto one = sign_in_->refresh({"x", "1", "", {}});
  EXPECT_EQ(one.failure().missing, std::vector<std::string>{"client_secret"});
}

TEST_P(RefreshTest, ARefreshReplacesTheRefreshTokenAndLeavesTheOldAccessToken) {
  add_bank();
  const auto created = create();
  clock_.advance(seconds(100));
  const auto next = refresh(*created, created->refresh_token);
  ASSERT_TRUE(next.ok()) << next.failure().description;
  EXPECT_EQ(next->expires_in, 7200);
  EXPECT_NE(next->refresh_token, created->refresh_token);
  EXPECT_EQ(code_of(created->access_token), "ok");
  EXPECT_EQ(code_of(next->access_token), "ok");
  clock_.advance(seconds(7150));
  EXPECT_EQ(code_of(created->access_token), "TOKEN_EXPIRED");
  EXPECT_EQ(code_of(next->access_token), "ok");
}

TEST_P(RefreshTest, ARefreshWorksAfterTheAccessTokenExpired) {
  add_bank();
  const auto created = create();
  clock_.advance(base::days(29));
  EXPECT_TRUE(refresh(*created, created->refresh_token).ok());
}

TEST_P(RefreshTest, RefreshTokensLiveThirtyDaysFromEachUseAndAYearInAll) {
  add_bank();
  const auto created = create();
  std::string token = created->refresh_token;
  for (int month = 0; month < 12; ++month) {
    clock_.advance(base::Millis{base::days(30).count - 1});
    const auto next = refresh(*created, token);
    ASSERT_TRUE(next.ok()) << month;
    token = next->refresh_token;
  }
  clock_.advance(base::days(6));
  const auto late = refresh(*created, token);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.failure().error, "invalid_grant");
  EXPECT_EQ(late.failure().hint, "Token has expired");
}

TEST_P(RefreshTest, AnUnusedRefreshTokenEndsAfterThirtyDays) {
  add_bank();
  const auto created = create();
  clock_.advance(base::days(30));
  EXPECT_EQ(refresh(*created, created->refresh_token).failure().hint, "Token has expired");
}

TEST_P(RefreshTest, WrongClientsAndForeignTokensAreTold) {
  add_bank();
  add_user("bank", "bob");
  const auto ann = create();
  const auto bob = create(kPassword, "bob");
  auto wrong_secret = sign_in_->refresh(
      {ann->refresh_token, std::to_string(ann->client_id), "x" + ann->client_secret, {}});
  EXPECT_EQ(wrong_secret.failure().error, "invalid_client");
  EXPECT_EQ(wrong_secret.failure().cause, Cause::kUnauthenticated);
  for (const char* id : {"x", "-1", "0", "99999999999999999999", "1.0", "7"}) {
    auto answer = sign_in_->refresh({ann->refresh_token, id, ann->client_secret, {}});
    EXPECT_EQ(answer.failure().error, "invalid_client") << id;
  }
  auto foreign = refresh(*bob, ann->refresh_token);
  EXPECT_EQ(foreign.failure().error, "invalid_grant");
  EXPECT_EQ(foreign.failure().cause, Cause::kUnauthenticated);
  EXPECT_EQ(refresh(*ann, "never issued").failure().error, "invalid_grant");
  // A stranger's attempt must not have hurt the owner.
  EXPECT_TRUE(refresh(*ann, ann->refresh_token).ok());
}

TEST_P(RefreshTest, OfParallelRefreshesExactlyOneWins) {
  add_bank();
  const auto created = create();
  constexpr int kThreads = 8;
  std::latch start(kThreads);
  std::mutex mutex;
  std::vector<std::string> winners;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        const auto next = refresh(*created, created->refresh_token);
        const std::lock_guard lock(mutex);
        if (next.ok()) winners.push_back(next->refresh_token);
        if (!next.ok()) {
          EXPECT_EQ(next.failure().error, "invalid_grant");
        }
      });
  }
  ASSERT_EQ(winners.size(), 1u);
  EXPECT_TRUE(refresh(*created, winners[0]).ok());
  EXPECT_TRUE(chain_holds("bank"));
}

TEST_P(RefreshTest, ASecondUseWithinTheLeewayIsRefusedAndTheNewTokenStaysGood) {
  add_bank();
  const auto created = create();
  const auto next = refresh(*created, created->refresh_token);
  clock_.advance(seconds(60));
  const auto again = refresh(*created, created->refresh_token);
  EXPECT_EQ(again.failure().error, "invalid_grant");
  EXPECT_EQ(again.failure().hint, "Token has been used already");
  EXPECT_EQ(code_of(next->access_token), "ok");
  EXPECT_TRUE(refresh(*created, next->refresh_token).ok());
}

TEST_P(RefreshTest, ALateSecondUseEndsTheWholeFamily) {
  add_bank();
  const auto created = create();
  const auto untouched = create();
  const auto next = refresh(*created, created->refresh_token);
  clock_.advance(base::Millis{60'001});
  EXPECT_EQ(code_of(next->access_token), "ok");
  EXPECT_FALSE(refresh(*created, created->refresh_token).ok());
  EXPECT_EQ(code_of(created->access_token), "INVALID_TOKEN");
  EXPECT_EQ(code_of(next->access_token), "INVALID_TOKEN");
  const auto dead = refresh(*created, next->refresh_token);
  EXPECT_EQ(dead.failure().hint, "Token has been revoked");
  EXPECT_EQ(code_of(untouched->access_token), "ok");
  const auto all = actions("bank");
  EXPECT_EQ(std::count(all.begin(), all.end(), "token.reuse_detected"), 1);
  EXPECT_TRUE(chain_holds("bank"));
}

TEST_P(RefreshTest, AnOlderGenerationEndsTheFamilyAtOnce) {
  add_bank();
  const auto created = create();
  const auto second = refresh(*created, created->refresh_token);
  const auto third = refresh(*created, second->refresh_token);
  ASSERT_TRUE(third.ok());
  EXPECT_FALSE(refresh(*created, created->refresh_token).ok());
  EXPECT_EQ(code_of(third->access_token), "INVALID_TOKEN");
}

TEST_P(RefreshTest, WithoutLeewayEverySecondUseEndsTheFamily) {
  lifetimes_.refresh_reuse_leeway = seconds(0);
  make_sign_in();
  add_bank();
  const auto created = create();
  const auto next = refresh(*created, created->refresh_token);
  EXPECT_FALSE(refresh(*created, created->refresh_token).ok());
  EXPECT_EQ(code_of(next->access_token), "INVALID_TOKEN");
}

TEST_P(RefreshTest, TheOldestFamilyLosesItsRefreshTokenOnlyPastTheLimit) {
  limits_.families_per_user = 3;
  make_sign_in();
  add_bank();
  std::vector<CreatedToken> all;
  for (int i = 0; i < 4; ++i)
    all.push_back(*create());
  EXPECT_EQ(code_of(all[0].access_token), "ok");
  EXPECT_EQ(refresh(all[0], all[0].refresh_token).failure().hint, "Token has been revoked");
  for (int i = 1; i < 4; ++i)
    EXPECT_TRUE(
        refresh(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(i)].refresh_token)
            .ok());
}

}  // namespace
}  // namespace vedette::service
