#include <gtest/gtest.h>

#include <thread>

#include "service/access/credentials.h"
#include "service/access/login_throttle.h"
#include "service/access/passwords.h"
#include "service/access/permissions.h"
#include "service/access/refresh_rules.h"
#include "service/access/role.h"
#include "service/access/token_answer.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::seconds;
using base::Time;

constexpr Time kNow{1'769'860'800'000};

PresentedRefresh presented(std::int64_t generation, std::int64_t current) {
  return {generation, kNow + seconds(100), current, kNow, kNow + seconds(1000), false, false};
}

TEST(TokenFailures, OfTheLedgerAreToldToTheOperatorAndNotToTheClient) {
  ::testing::internal::CaptureStderr();
  const TokenFailure failure = token_failure_of(base::Error(Cause::kStorageFull, "no space left"));
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("no space left"), std::string::npos);
  EXPECT_EQ(failure.error, "temporarily_unavailable");
  EXPECT_EQ(failure.description.find("no space left"), std::string::npos);
}

TEST(RefreshRules, TheCurrentTokenRotatesUntilItsOwnOrItsFamilysEnd) {
  EXPECT_EQ(judge_refresh(presented(3, 3), kNow, seconds(60)), RefreshVerdict::kRotate);
  EXPECT_EQ(judge_refresh(presented(3, 3), kNow + seconds(99), seconds(60)),
            RefreshVerdict::kRotate);
  EXPECT_EQ(judge_refresh(presented(3, 3), kNow + seconds(100), seconds(60)),
            RefreshVerdict::kExpired);
  PresentedRefresh old_family = presented(3, 3);
  old_family.family_expires = kNow;
  EXPECT_EQ(judge_refresh(old_family, kNow, seconds(60)), RefreshVerdict::kExpired);
}

TEST(RefreshRules, TheLeewayCoversTheDirectPredecessorOnly) {
  EXPECT_EQ(judge_refresh(presented(2, 3), kNow + seconds(60), seconds(60)),
            RefreshVerdict::kJustUsed);
  EXPECT_EQ(judge_refresh(presented(2, 3), kNow + base::Millis{60'001}, seconds(60)),
            RefreshVerdict::kReuse);
  EXPECT_EQ(judge_refresh(presented(1, 3), kNow, seconds(60)), RefreshVerdict::kReuse);
  EXPECT_EQ(judge_refresh(presented(2, 3), kNow, seconds(0)), RefreshVerdict::kReuse);
}

TEST(RefreshRules, AStolenTokenIsNoticedEvenAfterItExpired) {
  EXPECT_EQ(judge_refresh(presented(1, 3), kNow + seconds(500), seconds(60)),
            RefreshVerdict::kReuse);
}

TEST(RefreshRules, ARevokedFamilyStaysRevokedAndAClosedOneStillNoticesReuse) {
  PresentedRefresh family = presented(1, 3);
  family.family_revoked = true;
  EXPECT_EQ(judge_refresh(family, kNow, seconds(60)), RefreshVerdict::kRevoked);
  family = presented(3, 3);
  family.family_closed = true;
  EXPECT_EQ(judge_refresh(family, kNow, seconds(60)), RefreshVerdict::kRevoked);
  family.generation = 1;
  EXPECT_EQ(judge_refresh(family, kNow, seconds(60)), RefreshVerdict::kReuse);
}

TEST(LoginThrottle, OneProviderCustomerIsOneIpv6Network) {
  const auto key = [](const char* address) { return throttle_key("bank", "ann", address); };
  EXPECT_EQ(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
  EXPECT_NE(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
  EXPECT_EQ(key("::ffff:192.0.2.1"), key("192.0.2.1"));
  EXPECT_NE(key("192.0.2.1"), key("192.0.2.2"));
  EXPECT_NE(throttle_key("ab", "c", "x"), throttle_key("a", "bc", "x"));
}

TEST(LoginThrottle, RemembersABoundedNumberOfPairs) {
  LoginThrottle throttle(3, 100);
  for (int i = 0; i < 1000; ++i)
    throttle.settle(throttle_key("bank", std::to_string(i), "x"), kNow, false);
  EXPECT_EQ(throttle.size(), 100u);
}

TEST(LoginThrottle, SuccessesCostNoMemoryAndClearAPair) {
  LoginThrottle throttle(3, 100);
  const auto key = throttle_key("bank", "ann", "x");
  throttle.settle(key, kNow, true);
  EXPECT_EQ(throttle.size(), 0u);
  throttle.settle(key, kNow, false);
  throttle.settle(key, kNow, false);
  throttle.settle(key, kNow, true);
  EXPECT_EQ(throttle.size(), 0u);
}

TEST(LoginThrottle, TheWindowSlides) {
  LoginThrottle throttle(2, 100);
  const auto key = throttle_key("bank", "ann", "x");
  EXPECT_FALSE(throttle.settle(key, kNow, false).now_used_up);
  const auto second = throttle.settle(key, kNow + seconds(50), false);
  EXPECT_EQ(second.now_used_up, kNow + seconds(60));
  EXPECT_EQ(throttle.blocked_until(key, kNow + seconds(59)), kNow + seconds(60));
  EXPECT_EQ(throttle.blocked_until(key, kNow + seconds(60)), std::nullopt);
  throttle.settle(key, kNow + seconds(61), false);
  EXPECT_EQ(throttle.blocked_until(key, kNow + seconds(61)), kNow + seconds(110));
}

TEST(Credentials, ATokenNamesItsProjectAndNothingElseIsAToken) {
  const NewToken token = make_token(base::ProjectId(70'000));
  EXPECT_EQ(token.text.size(), 48u);
  EXPECT_EQ(project_of_token(token.text), base::ProjectId(70'000));
  EXPECT_EQ(token.digest, base::sha256(token.text));
  EXPECT_NE(make_token(base::ProjectId(1)).text, make_token(base::ProjectId(1)).text);
  for (const std::string& text : {std::string(), std::string("x"),
                                  std::string("not a token but of the right length, exactly 48!"),
                                  std::string(47, 'A'), std::string(49, 'A')})
    EXPECT_EQ(project_of_token(text), std::nullopt) << text;
}

TEST(Credentials, AClientNumberHoldsItsProject) {
  EXPECT_EQ(client_number(base::ProjectId(3), 17), base::ClientId(3'000'017));
  EXPECT_EQ(project_of_client(base::ClientId(3'999'999)), base::ProjectId(3));
  EXPECT_EQ(client_number(base::ProjectId(3), 1'000'000), std::nullopt);
  for (const char* text : {"", "-1", "0", "1a", " 1", "1 ", "+1", "0x1", "9223372036854775808"})
    EXPECT_EQ(parse_client_id(text), std::nullopt) << text;
  EXPECT_EQ(parse_client_id("1000001"), base::ClientId(1'000'001));
}

// The value was worked out with another implementation of HMAC-SHA256.
TEST(Credentials, ASecretDependsOnKeyClientAndGeneration) {
  const ledger::ServerKey key{base::Key256{}};
  const std::string secret = client_secret(key, base::ClientId(5), 1);
  EXPECT_EQ(secret, "rY_zBH3TXKwPPlgeWeZRGY0mUtT49J0YQRZJtVw5_F8");
  EXPECT_NE(secret, client_secret(key, base::ClientId(5), 2));
  EXPECT_NE(secret, client_secret(key, base::ClientId(6), 1));
  EXPECT_NE(secret, client_secret(ledger::ServerKey{base::random_key()}, base::ClientId(5), 1));
}

TEST(Passwords, AreArgon2idAndCheckedOnlyAgainstTheirOwnHash) {
  Passwords passwords({8192, 1}, {1, 4, seconds(60)});
  const auto hash = passwords.hash("long enough");
  ASSERT_TRUE(hash.ok());
  EXPECT_TRUE(hash->starts_with("$argon2id$v=19$"));
  EXPECT_TRUE(*passwords.verify(*hash, "long enough"));
  EXPECT_FALSE(*passwords.verify(*hash, "long enough "));
  EXPECT_FALSE(*passwords.verify(std::nullopt, "long enough"));
  EXPECT_NE(*passwords.hash("long enough"), *hash) << "each hash has its own salt";
  EXPECT_EQ(passwords.hash("seven77").error().cause, Cause::kInvalidInput);
  EXPECT_EQ(passwords.hash(std::string(1025, 'x')).error().cause, Cause::kInvalidInput);
  EXPECT_EQ(passwords.hash("\xff\xff\xff\xff\xff\xff\xff\xff").error().cause, Cause::kInvalidInput);
  std::string longest;
  for (int i = 0; longest.size() < 1024; ++i)
    longest += std::to_string(i * i) + "x";
  longest.resize(1024);
  const auto long_hash = passwords.hash(longest);
  EXPECT_TRUE(*passwords.verify(*long_hash, longest));
  EXPECT_FALSE(*passwords.verify(*long_hash, longest + "x")) << "nothing is cut off silently";
}

TEST(Passwords, ABurstIsRefusedInsteadOfTakingEveryThread) {
  // Costly enough that all callers arrive while the first one computes.
  Passwords passwords({64 * 1024 * 1024, 3}, {1, 2, seconds(60)});
  std::atomic<int> done{0};
  std::atomic<int> refused{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 12; ++i)
      threads.emplace_back([&] {
        const auto result = passwords.verify(std::nullopt, "guess");
        (result.ok() ? done : refused) += 1;
        if (!result.ok()) {
          EXPECT_EQ(result.error().cause, Cause::kOverloaded);
        }
      });
  }
  EXPECT_EQ(done + refused, 12);
  EXPECT_GT(refused, 0);
  EXPECT_GE(done, 1);
}

TEST(Passwords, GeneratedOnesAreLongAndDiffer) {
  const std::string first = Passwords::generate();
  EXPECT_EQ(first.size(), 26u);
  EXPECT_NE(first, Passwords::generate());
  Passwords passwords({8192, 1}, {1, 4, seconds(60)});
  EXPECT_TRUE(passwords.hash(first).ok());
}

TEST(Roles, HaveTheirNames) {
  for (const Role role : {Role::kAnalyst, Role::kAuditor, Role::kAdmin, Role::kOperator})
    EXPECT_EQ(parse_role(role_name(role)), role);
  EXPECT_EQ(parse_role("root"), std::nullopt);
  EXPECT_EQ(AccessScopes::parse("")->text(), "monitoring screening report");
  EXPECT_EQ(AccessScopes::parse(" report  screening ")->text(), "screening report");
  EXPECT_EQ(AccessScopes::parse("screening everything"), std::nullopt);
}

TEST(Permissions, ComeFromTheTableOfOperations) {
  EXPECT_EQ(roles_of("GET", "/metrics").text(), "operator");
  EXPECT_EQ(roles_of("GET", "/monitoring/audit").text(), "auditor, admin, operator");
  EXPECT_EQ(roles_of("GET", "/monitoring/business/records/deleteRecord").text(), "admin, operator")
      << "the method does not decide what changes something";
  EXPECT_EQ(roles_of("GET", "/screening").text(), "analyst, admin, operator");
}

TEST(Permissions, WhatIsNotInTheTableOpensToNoRole) {
  EXPECT_EQ(roles_of("GET", "/no/such/path").text(), "no role");
  EXPECT_EQ(roles_of("PATCH", "/users").text(), "no role");
}

}  // namespace
}  // namespace vedette::service
