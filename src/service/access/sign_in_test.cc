#include "service/access/sign_in.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "service/testing/sign_in_fixture.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::seconds;

class SignInTest : public SignInFixture {};
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

class GrantTest : public SignInFixture {
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

TEST_P(SignInTest, WhoIsEnabledAgainSignsInAgain) {
  add_bank();
  const auto created = create();
  for (const bool disabled : {true, false}) {
    ASSERT_TRUE(accounts_->set_user_disabled(operator_, "bank", "ann", disabled).ok());
    EXPECT_EQ(code_of(created->access_token), "INVALID_TOKEN");
    EXPECT_EQ(refresh(*created, created->refresh_token).failure().error, "invalid_grant");
  }
  const auto later = create();
  EXPECT_EQ(code_of(later->access_token), "ok");
  for (const bool disabled : {true, false}) {
    ASSERT_TRUE(
        accounts_
            ->set_client_disabled(operator_, "bank", base::ClientId(later->client_id), disabled)
            .ok());
    EXPECT_EQ(code_of(later->access_token), "INVALID_TOKEN");
  }
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
  EXPECT_EQ(*sign_in_->remove_expired(clock_.now(), 100), 0);
  clock_.advance(base::days(40));
  const auto fresh = create();
  EXPECT_EQ(*sign_in_->remove_expired(clock_.now(), 2), 2);
  EXPECT_EQ(*sign_in_->remove_expired(clock_.now(), 2), 2);
  EXPECT_EQ(*sign_in_->remove_expired(clock_.now(), 2), 1);
  EXPECT_EQ(*sign_in_->remove_expired(clock_.now(), 2), 0);
  EXPECT_EQ(code_of(fresh->access_token), "ok");
  EXPECT_TRUE(refresh(*fresh, fresh->refresh_token).ok());
  clock_.advance(base::days(400));
  EXPECT_GT(*sign_in_->remove_expired(clock_.now(), 100), 0);
  EXPECT_EQ(*sign_in_->remove_expired(clock_.now(), 100), 0);
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
