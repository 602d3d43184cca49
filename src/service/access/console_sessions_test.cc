#include "service/access/console_sessions.h"

#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"
#include "service/access/accounts.h"

namespace vedette::service {
namespace {

using base::seconds;
using ledger::testing::StoreTest;

constexpr const char* kPassword = "correct horse: battery";

class ConsoleSessionsTest : public StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    lifetimes_.console_idle = seconds(600);
    lifetimes_.console = seconds(1500);
    accounts_ = std::make_unique<Accounts>(*ledger_, clock_, key_, passwords_);
    sign_in_ = std::make_unique<SignIn>(
        SignIn::Parts{*ledger_, clock_, key_, passwords_, lifetimes_, SignInLimits()});
    tokens_ = std::make_unique<Tokens>(*ledger_, clock_);
    sessions_ = std::make_unique<ConsoleSessions>(*ledger_, clock_, lifetimes_.console_idle);
    ASSERT_TRUE(accounts_->add_project(operator_, {"bank", "Bank Ltd"}).ok());
    ASSERT_TRUE(accounts_->add_user(operator_, {"bank", "ann", kPassword, Role::kAnalyst}).ok());
  }

  std::string sign_in() {
    const auto opened = sign_in_->open_session({"bank", "ann", kPassword, caller_});
    EXPECT_TRUE(opened.ok());
    return opened.ok() ? opened->access_token : "";
  }
  bool opens(const std::string& token) { return tokens_->authenticate(token).ok(); }
  std::string extended(const std::string& token) {
    const auto next = sessions_->extend(tokens_->authenticate(token).value(), caller_);
    EXPECT_TRUE(next.ok());
    return next.ok() ? next->access_token : "";
  }

  const Caller caller_{"192.0.2.1", "req-1"};
  TokenLifetimes lifetimes_;
  Passwords passwords_{PasswordCost{8192, 1}, PasswordLimits{4, 1000, seconds(60)}};
  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<Accounts> accounts_;
  std::unique_ptr<SignIn> sign_in_;
  std::unique_ptr<Tokens> tokens_;
  std::unique_ptr<ConsoleSessions> sessions_;
};

VEDETTE_BOTH_STORES(ConsoleSessionsTest);

TEST_P(ConsoleSessionsTest, ASessionNobodyTouchesEndsAfterTheIdleTime) {
  const std::string token = sign_in();
  clock_.advance(seconds(599));
  EXPECT_TRUE(opens(token));
  clock_.advance(seconds(1));
  EXPECT_FALSE(opens(token));
}

TEST_P(ConsoleSessionsTest, ASessionInUseGoesOnAndStillEndsWhenItsTimeIsOver) {
  std::string token = sign_in();
  const std::string first = token;
  clock_.advance(seconds(500));
  token = extended(token);
  EXPECT_TRUE(opens(first)) << "requests under way with the cookie before must not fail";
  clock_.advance(seconds(500));
  EXPECT_FALSE(opens(first));
  token = extended(token);
  clock_.advance(seconds(499));
  EXPECT_TRUE(opens(token));
  clock_.advance(seconds(1));
  EXPECT_FALSE(opens(token)) << "the last extension must not outlive the session";
}

TEST_P(ConsoleSessionsTest, SigningOutEndsEveryTokenOfTheSessionAndNoOtherSession) {
  const std::string token = sign_in();
  const std::string next = extended(token);
  const std::string elsewhere = sign_in();
  ASSERT_TRUE(sessions_->end(tokens_->authenticate(next).value(), caller_).ok());
  clock_.advance(seconds(1));
  EXPECT_FALSE(opens(token));
  EXPECT_FALSE(opens(next));
  EXPECT_TRUE(opens(elsewhere));
}

TEST_P(ConsoleSessionsTest, ANewPasswordEndsTheSessionsOfTheUser) {
  const std::string token = sign_in();
  ASSERT_TRUE(accounts_->set_password(operator_, "bank", "ann", "another password").ok());
  clock_.advance(seconds(1));
  EXPECT_FALSE(opens(token));
}

TEST_P(ConsoleSessionsTest, ATokenOfTheApiIsNoSession) {
  const auto created = sign_in_->create_token({"bank", "ann", kPassword, caller_});
  ASSERT_TRUE(created.ok());
  const auto principal = tokens_->authenticate(created->access_token);
  ASSERT_TRUE(principal.ok());
  EXPECT_FALSE(sessions_->extend(*principal, caller_).ok());
  EXPECT_FALSE(sessions_->describe(*principal).ok());
}

}  // namespace
}  // namespace vedette::service
