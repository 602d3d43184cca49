#include "service/sign_in.h"

#include <gtest/gtest.h>

#include <latch>
#include <set>
#include <thread>

#include "ledger/testing/store_fixture.h"
#include "service/accounts.h"
#include "service/credentials.h"
#include "service/tokens.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::seconds;
using ledger::testing::StoreTest;

// Cheap passwords: the tests care for the steps, not for the cost.
constexpr PasswordCost kCheap{8192, 1};
constexpr PasswordLimits kRoomy{4, 1000, seconds(60)};
constexpr const char* kPassword = "correct horse: battery";

class SignInTest : public StoreTest {
 protected:
  void SetUp() override { restart(); }

  void restart() {
    tokens_.reset();
    sign_in_.reset();
    accounts_.reset();
    ledger_.reset();
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    accounts_ = std::make_unique<Accounts>(*ledger_, clock_, key_, passwords_);
    make_sign_in();
    tokens_ = std::make_unique<Tokens>(*ledger_, clock_);
  }

  void make_sign_in() {
    sign_in_ = std::make_unique<SignIn>(
        SignIn::Parts{*ledger_, clock_, key_, passwords_, lifetimes_, limits_});
  }

  void add_project(const std::string& code) {
    const auto added = accounts_->add_project(operator_, {code, code + " Ltd"});
    ASSERT_TRUE(added.ok()) << added.error().message;
  }
  void add_user(const std::string& code, const std::string& username) {
    const auto added = accounts_->add_user(operator_, {code, username, kPassword, Role::kAdmin});
    ASSERT_TRUE(added.ok()) << added.error().message;
  }
  void add_bank() {
    add_project("bank");
    add_user("bank", "ann");
  }

  TokenAnswer<CreatedToken> create(const std::string& password = kPassword,
                                   const std::string& username = "ann",
                                   const std::string& code = "bank",
                                   const std::string& address = "192.0.2.1") {
    return sign_in_->create_token({code, username, password, {address, "req-1"}});
  }
  TokenAnswer<RefreshedToken> refresh(const CreatedToken& created, const std::string& token) {
    return sign_in_->refresh(
        {token, std::to_string(created.client_id), created.client_secret, {"192.0.2.1", "req-2"}});
  }
  std::string code_of(const std::string& access_token) {
    const auto principal = tokens_->authenticate(access_token);
    if (principal.ok()) return "ok";
    return principal.error().details.empty() ? principal.error().message
                                             : principal.error().details[0].code;
  }
  std::vector<std::string> actions(const std::string& code) {
    const auto project = accounts_->find_project(operator_, code);
    const auto rows =
        ledger_->read(operator_.project(project->id), [](ledger::ProjectReader& reader) {
          return reader.rows<std::string>(
              "select action from audit_entries where project_id = $1 order by sequence");
        });
    std::vector<std::string> out;
    for (const auto& [action] : *rows)
      out.push_back(action);
    return out;
  }
  bool chain_holds(const std::string& code) {
    const auto project = accounts_->find_project(operator_, code);
    const auto report = ledger_->verify_audit_chain(operator_.project(project->id));
    return report.ok() && report->whole();
  }

  Passwords passwords_{kCheap, kRoomy};
  TokenLifetimes lifetimes_;
  SignInLimits limits_;
  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<Accounts> accounts_;
  std::unique_ptr<SignIn> sign_in_;
  std::unique_ptr<Tokens> tokens_;
};
VEDETTE_BOTH_STORES(SignInTest);

TEST_P(SignInTest, TheRightPasswordOpensTheProject) {
  add_bank();
  const auto created = create();
  ASSERT_TRUE(created.ok()) << created.failure().description;
  EXPECT_EQ(created->expires_in, 7200);
  EXPECT_EQ(created->scope, "monitoring screening report");
  EXPECT_EQ(created->company, "bank Ltd");
  EXPECT_EQ(created->username, "ann");
  const auto principal = tokens_->authenticate(created->access_token);
  ASSERT_TRUE(principal.ok()) << principal.error().message;
  EXPECT_EQ(principal->username, "ann");
  EXPECT_EQ(principal->project_code, "bank");
  EXPECT_EQ(principal->role, Role::kAdmin);
  EXPECT_TRUE(principal->scopes.has(AccessScopes::kScreening));
  EXPECT_EQ(principal->scope.project(), accounts_->find_project(operator_, "bank")->id);
}

TEST_P(SignInTest, EverySignInGivesTheSameClientAndAnotherToken) {
  add_bank();
  const auto first = create();
  const auto second = create();
  EXPECT_EQ(first->client_id, second->client_id);
  EXPECT_EQ(first->client_secret, second->client_secret);
  EXPECT_NE(first->access_token, second->access_token);
  EXPECT_EQ(code_of(first->access_token), "ok");
  EXPECT_EQ(code_of(second->access_token), "ok");
}

TEST_P(SignInTest, AllWrongCredentialsGetOneAnswerAndOnePasswordComparison) {
  add_bank();
  add_project("other");
  add_user("other", "bob");
  add_user("bank", "gone");
  ASSERT_TRUE(accounts_->set_user_disabled(operator_, "bank", "gone", true).ok());
  add_project("closed");
  add_user("closed", "ann");
  ASSERT_TRUE(accounts_->set_project_disabled(operator_, "closed", true).ok());

  const std::vector<std::array<std::string, 3>> wrong = {
      {"bank", "ann", "wrong password"},
      {"bank", "nobody", kPassword},
      {"bank", "bob", kPassword},
      {"none", "ann", kPassword},
      {"bank", "gone", kPassword},
      {"closed", "ann", kPassword},
      {"", "", ""},
      {"bank", "' or 1=1 --", kPassword},
      {"bank", "ann", std::string(5000, 'x')},
      {"bank", std::string("a\0n", 3), kPassword},
      {"bank", "\xff\xfe", kPassword},
      {"bank", std::string(9000, 'n'), kPassword}};
  for (const auto& [code, username, password] : wrong) {
    const std::int64_t before = passwords_.verifications();
    const auto answer = create(password, username, code);
    ASSERT_FALSE(answer.ok()) << code << " " << username;
    EXPECT_EQ(answer.failure().cause, Cause::kUnauthenticated);
    EXPECT_EQ(answer.failure().error, "invalid_client");
    EXPECT_EQ(answer.failure().description, "The project code, user name or password is wrong.");
    EXPECT_EQ(answer.failure().hint, "");
    EXPECT_EQ(passwords_.verifications(), before + 1) << "the work must not tell who exists";
  }
}

TEST_P(SignInTest, AnAccessTokenLivesExactlyTwoHours) {
  add_bank();
  const auto created = create();
  clock_.advance(base::Millis{7'199'999});
  EXPECT_EQ(code_of(created->access_token), "ok");
  clock_.advance(base::Millis{1});
  EXPECT_EQ(code_of(created->access_token), "TOKEN_EXPIRED");
}

TEST_P(SignInTest, WhatIsNoAccessTokenIsRefused) {
  add_bank();
  const auto created = create();
  std::string other = created->access_token;
  other.back() = other.back() == 'A' ? 'B' : 'A';
  EXPECT_EQ(code_of(other), "INVALID_TOKEN");
  EXPECT_EQ(code_of(created->refresh_token), "INVALID_TOKEN");
  EXPECT_EQ(code_of(created->client_secret), "INVALID_TOKEN");
  EXPECT_EQ(code_of(""), "INVALID_TOKEN");
  EXPECT_EQ(code_of(std::string(100'000, 'A')), "INVALID_TOKEN");
  EXPECT_EQ(code_of("' or '1'='1"), "INVALID_TOKEN");
}

TEST_P(SignInTest, TokensSurviveARestart) {
  add_bank();
  const auto created = create();
  restart();
  EXPECT_EQ(code_of(created->access_token), "ok");
  EXPECT_TRUE(refresh(*created, created->refresh_token).ok());
}

TEST_P(SignInTest, ARefreshNamesEveryMissingField) {
  const auto all = sign_in_->refresh({});
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.failure().cause, Cause::kInvalidInput);
  EXPECT_EQ(all.failure().error, "invalid_request");
  EXPECT_EQ(all.failure().missing,
            (std::vector<std::string>{"refresh_token", "client_id", "client_secret"}));
  const auto one = sign_in_->refresh({"x", "1", "", {}});
  EXPECT_EQ(one.failure().missing, std::vector<std::string>{"client_secret"});
}

TEST_P(SignInTest, ARefreshReplacesTheRefreshTokenAndLeavesTheOldAccessToken) {
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

TEST_P(SignInTest, ARefreshWorksAfterTheAccessTokenExpired) {
  add_bank();
  const auto created = create();
  clock_.advance(base::days(29));
  EXPECT_TRUE(refresh(*created, created->refresh_token).ok());
}

TEST_P(SignInTest, RefreshTokensLiveThirtyDaysFromEachUseAndAYearInAll) {
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

TEST_P(SignInTest, AnUnusedRefreshTokenEndsAfterThirtyDays) {
  add_bank();
  const auto created = create();
  clock_.advance(base::days(30));
  EXPECT_EQ(refresh(*created, created->refresh_token).failure().hint, "Token has expired");
}

TEST_P(SignInTest, WrongClientsAndForeignTokensAreTold) {
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

TEST_P(SignInTest, OfParallelRefreshesExactlyOneWins) {
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

TEST_P(SignInTest, ASecondUseWithinTheLeewayIsRefusedAndTheNewTokenStaysGood) {
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

TEST_P(SignInTest, ALateSecondUseEndsTheWholeFamily) {
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

TEST_P(SignInTest, AnOlderGenerationEndsTheFamilyAtOnce) {
  add_bank();
  const auto created = create();
  const auto second = refresh(*created, created->refresh_token);
  const auto third = refresh(*created, second->refresh_token);
  ASSERT_TRUE(third.ok());
  EXPECT_FALSE(refresh(*created, created->refresh_token).ok());
  EXPECT_EQ(code_of(third->access_token), "INVALID_TOKEN");
}

TEST_P(SignInTest, WithoutLeewayEverySecondUseEndsTheFamily) {
  lifetimes_.refresh_reuse_leeway = seconds(0);
  make_sign_in();
  add_bank();
  const auto created = create();
  const auto next = refresh(*created, created->refresh_token);
  EXPECT_FALSE(refresh(*created, created->refresh_token).ok());
  EXPECT_EQ(code_of(next->access_token), "INVALID_TOKEN");
}

TEST_P(SignInTest, TheOldestFamilyLosesItsRefreshTokenOnlyPastTheLimit) {
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

class GrantTest : public SignInTest {
 protected:
  GrantRequest by_password(const ClientCredentials& client) {
    GrantRequest request;
    request.grant_type = "password";
    request.client_id = std::to_string(client.id.value());
    request.client_secret = client.secret;
    request.username = "ann";
    request.password = kPassword;
    request.caller = {"192.0.2.1", "req-3"};
    return request;
  }
};
VEDETTE_BOTH_STORES(GrantTest);

TEST_P(GrantTest, ThePasswordGrantLivesAsLongAsTheInstanceIsSet) {
  add_bank();
  for (const int lifetime : {86'400, 63'072'000}) {
    lifetimes_.password_grant = seconds(lifetime);
    make_sign_in();
    const auto client = accounts_->add_client(operator_, "bank", "integration");
    const auto granted = sign_in_->grant(by_password(*client));
    ASSERT_TRUE(granted.ok()) << granted.failure().description;
    EXPECT_EQ(granted->expires_in, lifetime);
    const auto principal = tokens_->authenticate(granted->access_token);
    ASSERT_TRUE(principal.ok());
    EXPECT_EQ(principal->expires, clock_.now() + seconds(lifetime));

    GrantRequest again = by_password(*client);
    again.grant_type = "refresh_token";
    again.refresh_token = granted->refresh_token;
    const auto renewed = sign_in_->grant(again);
    ASSERT_TRUE(renewed.ok()) << renewed.failure().description;
    EXPECT_EQ(renewed->expires_in, lifetime);
    // At the refresh operation of the interface, tokens live two hours whatever their origin.
    const auto short_lived = sign_in_->refresh(
        {renewed->refresh_token, std::to_string(client->id.value()), client->secret, {}});
    ASSERT_TRUE(short_lived.ok());
    EXPECT_EQ(short_lived->expires_in, 7200);
  }
}

TEST_P(GrantTest, EachMistakeIsNamed) {
  add_bank();
  const auto client = accounts_->add_client(operator_, "bank", "");
  GrantRequest request;
  EXPECT_EQ(sign_in_->grant(request).failure().error, "unsupported_grant_type");
  EXPECT_EQ(sign_in_->grant(request).failure().hint,
            "Check that all required parameters have been provided");
  request.grant_type = "client_credentials";
  EXPECT_EQ(sign_in_->grant(request).failure().error, "unsupported_grant_type");
  request.grant_type = "password";
  auto missing = sign_in_->grant(request);
  EXPECT_EQ(missing.failure().error, "invalid_request");
  EXPECT_EQ(missing.failure().cause, Cause::kInvalidInput);
  EXPECT_EQ(missing.failure().missing,
            (std::vector<std::string>{"client_id", "username", "password"}));
  request = by_password(*client);
  request.username.reset();
  EXPECT_EQ(sign_in_->grant(request).failure().hint, "Check the `username` parameter");
  request = by_password(*client);
  request.client_secret = "wrong";
  EXPECT_EQ(sign_in_->grant(request).failure().error, "invalid_client");
  EXPECT_EQ(sign_in_->grant(request).failure().cause, Cause::kUnauthenticated);
  request = by_password(*client);
  request.client_secret.reset();
  EXPECT_EQ(sign_in_->grant(request).failure().error, "invalid_client");
  request = by_password(*client);
  request.password = "wrong";
  EXPECT_EQ(sign_in_->grant(request).failure().error, "invalid_grant");
  EXPECT_EQ(sign_in_->grant(request).failure().cause, Cause::kInvalidInput);
  EXPECT_EQ(sign_in_->grant(request).failure().description, "The user credentials were incorrect.");
  request = by_password(*client);
  request.scope = "screening admin";
  EXPECT_EQ(sign_in_->grant(request).failure().error, "invalid_scope");
  request.scope = "screening";
  EXPECT_EQ(sign_in_->grant(request)->scope, "screening");
  request.scope = "*";
  EXPECT_EQ(sign_in_->grant(request)->scope, "monitoring screening report");
}

TEST_P(GrantTest, AUsersOwnClientServesThatUserAlone) {
  add_bank();
  add_user("bank", "bob");
  const auto bob = create(kPassword, "bob");
  const ClientCredentials client{base::ClientId(bob->client_id), bob->client_secret};
  EXPECT_EQ(sign_in_->grant(by_password(client)).failure().error, "invalid_grant");
  GrantRequest own = by_password(client);
  own.username = "bob";
  EXPECT_TRUE(sign_in_->grant(own).ok());
}

TEST_P(GrantTest, ARenewedSecretShutsOutTheOldOne) {
  add_bank();
  const auto client = accounts_->add_client(operator_, "bank", "");
  const auto renewed = accounts_->renew_client_secret(operator_, "bank", client->id);
  ASSERT_TRUE(renewed.ok());
  EXPECT_EQ(sign_in_->grant(by_password(*client)).failure().error, "invalid_client");
  EXPECT_TRUE(sign_in_->grant(by_password(*renewed)).ok());
}

TEST_P(SignInTest, RevokingARefreshTokenEndsItsFamilyAndAnAccessTokenItselfAlone) {
  add_bank();
  const auto created = create();
  const auto other = create();
  const std::string id = std::to_string(created->client_id);
  // Seen before, so that a remembered answer would be noticed.
  EXPECT_EQ(code_of(created->access_token), "ok");
  EXPECT_TRUE(sign_in_->revoke({created->access_token, id, created->client_secret, {}}).ok());
  EXPECT_EQ(code_of(created->access_token), "INVALID_TOKEN");
  const auto next = refresh(*created, created->refresh_token);
  ASSERT_TRUE(next.ok());
  EXPECT_EQ(code_of(next->access_token), "ok");
  EXPECT_TRUE(sign_in_->revoke({next->refresh_token, id, created->client_secret, {}}).ok());
  EXPECT_EQ(code_of(next->access_token), "INVALID_TOKEN");
  EXPECT_FALSE(refresh(*created, next->refresh_token).ok());
  EXPECT_EQ(code_of(other->access_token), "ok");
  EXPECT_TRUE(sign_in_->revoke({"unknown", id, created->client_secret, {}}).ok());
  EXPECT_EQ(sign_in_->revoke({"unknown", id, "wrong", {}}).failure().error, "invalid_client");
  EXPECT_EQ(sign_in_->revoke({}).failure().missing.size(), 3u);
}

TEST_P(SignInTest, ARevocationByAnotherProcessIsFeltWithinASecond) {
  add_bank();
  const auto created = create();
  EXPECT_EQ(code_of(created->access_token), "ok");
  const auto beside = open();
  Accounts accounts(*beside, clock_, key_, passwords_);
  ASSERT_TRUE(accounts.set_user_disabled(operator_, "bank", "ann", true).ok());
  clock_.advance(seconds(1));
  EXPECT_EQ(code_of(created->access_token), "INVALID_TOKEN");
  EXPECT_EQ(refresh(*created, created->refresh_token).failure().error, "invalid_grant");
}

TEST_P(SignInTest, ADisabledProjectIsToldApartFromABadToken) {
  add_bank();
  const auto created = create();
  ASSERT_TRUE(accounts_->set_project_disabled(operator_, "bank", true).ok());
  EXPECT_EQ(code_of(created->access_token), "PROJECT_DISABLED");
  ASSERT_TRUE(accounts_->set_project_disabled(operator_, "bank", false).ok());
  EXPECT_EQ(code_of(created->access_token), "ok");
}

TEST_P(SignInTest, ANewPasswordEndsEveryOldToken) {
  add_bank();
  const auto created = create();
  ASSERT_TRUE(accounts_->set_password(operator_, "bank", "ann", "another password").ok());
  EXPECT_EQ(code_of(created->access_token), "INVALID_TOKEN");
  EXPECT_FALSE(create().ok());
  EXPECT_TRUE(create("another password").ok());
}

TEST_P(SignInTest, TenFailuresAMinuteFromOneAddressThenWait) {
  add_bank();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(create("wrong password").failure().error, "invalid_client");
  const std::int64_t before = passwords_.verifications();
  const auto refused = create("wrong password");
  EXPECT_EQ(refused.failure().cause, Cause::kThrottled);
  EXPECT_EQ(refused.failure().retry_after_seconds, 60);
  EXPECT_EQ(create(kPassword).failure().cause, Cause::kThrottled) << "no oracle while throttled";
  EXPECT_EQ(passwords_.verifications(), before) << "a throttled guess costs us nothing";
  EXPECT_TRUE(create(kPassword, "ann", "bank", "192.0.2.2").ok())
      << "the right user elsewhere is not locked out";
  clock_.advance(seconds(30));
  EXPECT_EQ(create(kPassword).failure().retry_after_seconds, 30);
  clock_.advance(seconds(30));
  EXPECT_TRUE(create(kPassword).ok());
}

TEST_P(SignInTest, UnknownUsersAreThrottledAlike) {
  add_bank();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(create(kPassword, "nobody").failure().error, "invalid_client");
  EXPECT_EQ(create(kPassword, "nobody").failure().cause, Cause::kThrottled);
}

TEST_P(SignInTest, AThrottledPairStaysThrottledAfterARestartAndOnOtherNodes) {
  add_bank();
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(create("wrong password").ok());
  restart();
  EXPECT_EQ(create(kPassword).failure().cause, Cause::kThrottled);
  const auto report = ledger_->verify_audit_chain(operator_);
  EXPECT_TRUE(report->whole());
}

TEST_P(SignInTest, RightPasswordsInParallelAllPass) {
  add_bank();
  std::atomic<int> good{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 24; ++i)
      threads.emplace_back([&] { good += create().ok() ? 1 : 0; });
  }
  EXPECT_EQ(good, 24);
}

TEST_P(SignInTest, ParallelGuessesGetTenAnswersAtMost) {
  add_bank();
  std::atomic<int> told_wrong{0};
  std::atomic<int> throttled_count{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 24; ++i)
      threads.emplace_back([&] {
        const auto answer = create("wrong password");
        (answer.failure().cause == Cause::kThrottled ? throttled_count : told_wrong) += 1;
      });
  }
  EXPECT_EQ(told_wrong, 10);
  EXPECT_EQ(throttled_count, 14);
}

TEST_P(SignInTest, ExpiredRowsGoInBoundedChunks) {
  add_bank();
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(create().ok());
  EXPECT_EQ(*sign_in_->remove_expired(100), 0);
  clock_.advance(base::days(40));
  const auto fresh = create();
  EXPECT_EQ(*sign_in_->remove_expired(2), 2);
  EXPECT_EQ(*sign_in_->remove_expired(2), 2);
  EXPECT_EQ(*sign_in_->remove_expired(2), 1);
  EXPECT_EQ(*sign_in_->remove_expired(2), 0);
  EXPECT_EQ(code_of(fresh->access_token), "ok");
  EXPECT_TRUE(refresh(*fresh, fresh->refresh_token).ok());
  clock_.advance(base::days(400));
  EXPECT_GT(*sign_in_->remove_expired(100), 0);
  EXPECT_EQ(*sign_in_->remove_expired(100), 0);
  const auto families = ledger_->read(operator_, [](ledger::OperatorReader& reader) {
    return reader.maybe<std::int64_t>("select count(*) from token_families");
  });
  EXPECT_EQ(std::get<0>(**families), 0);
}

TEST_P(SignInTest, EveryStepIsInTheAuditChain) {
  add_bank();
  const auto created = create();
  const auto next = refresh(*created, created->refresh_token);
  ASSERT_TRUE(
      sign_in_
          ->revoke(
              {next->refresh_token, std::to_string(created->client_id), created->client_secret, {}})
          .ok());
  ASSERT_TRUE(accounts_->set_user_disabled(operator_, "bank", "ann", true).ok());
  EXPECT_EQ(actions("bank"),
            (std::vector<std::string>{"user.added", "token.created", "token.refreshed",
                                      "token.revoked", "user.disabled"}));
  EXPECT_TRUE(chain_holds("bank"));
}

// Canaries: whoever steals the database or its files finds no secret in them.
TEST_P(SignInTest, NoSecretIsReadableAtRest) {
  add_bank();
  const auto created = create();
  const auto next = refresh(*created, created->refresh_token);
  const auto client = accounts_->add_client(operator_, "bank", "");
  const std::vector<std::string> secrets = {
      kPassword,           created->access_token,  created->refresh_token, next->access_token,
      next->refresh_token, created->client_secret, client->secret};
  std::string everything;
  if (on_postgresql()) {
    for (const ledger::sql::Sql& text :
         {ledger::sql::Sql("select username || password_hash from users"),
          ledger::sql::Sql("select payload from audit_payloads"),
          ledger::sql::Sql("select action || actor || request_id from audit_entries"),
          ledger::sql::Sql("select label from clients")}) {
      const auto connection = connect();
      const auto rows = ledger::query_rows<std::string>(*connection, text, {});
      for (const auto& [row] : *rows)
        everything += row;
    }
  } else {
    ledger_.reset();
    for (const auto& file : std::filesystem::directory_iterator(folder_.path())) {
      std::string bytes(std::filesystem::file_size(file), '\0');
      std::FILE* stream = std::fopen(file.path().c_str(), "rb");
      EXPECT_EQ(std::fread(bytes.data(), 1, bytes.size(), stream), bytes.size());
      std::fclose(stream);
      everything += bytes;
    }
  }
  EXPECT_NE(everything.find("ann"), std::string::npos) << "the search itself must work";
  for (const std::string& secret : secrets)
    EXPECT_EQ(everything.find(secret), std::string::npos);
}

}  // namespace
}  // namespace vedette::service
