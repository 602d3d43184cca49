#pragma once

// For tests: a ledger with accounts, and what signing in needs.

#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"
#include "service/access/accounts.h"
#include "service/access/credentials.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"

namespace vedette::service {

class SignInFixture : public ledger::testing::StoreTest {
 protected:
  // Cheap passwords: the tests care for the steps, not for the cost.
  static constexpr PasswordCost kCheap{8192, 1};
  static constexpr PasswordLimits kRoomy{4, 1000, base::seconds(60)};
  static constexpr const char* kPassword = "correct horse: battery";

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

}  // namespace vedette::service
