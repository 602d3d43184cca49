#include "service/access/accounts.h"

#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"

namespace vedette::service {
namespace {

using base::Cause;

class AccountsTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    accounts_ = std::make_unique<Accounts>(*ledger_, clock_, key_, passwords_);
    ASSERT_TRUE(accounts_->add_project(operator_, {"bank", "Bank Ltd"}).ok());
  }

  Passwords passwords_{{8192, 1}, {2, 100, base::seconds(60)}};
  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<Accounts> accounts_;
};
VEDETTE_BOTH_STORES(AccountsTest);

TEST_P(AccountsTest, ProjectsAreListedAsTheyWereAdded) {
  ASSERT_TRUE(accounts_->add_project(operator_, {"acme", "Acme & Söhne"}).ok());
  const auto projects = accounts_->list_projects(operator_);
  ASSERT_TRUE(projects.ok());
  ASSERT_EQ(projects->size(), 2u);
  EXPECT_EQ(projects->at(0).code, "acme");
  EXPECT_EQ(projects->at(0).company, "Acme & Söhne");
  EXPECT_EQ(projects->at(1).created, clock_.now());
  EXPECT_NE(projects->at(0).id, projects->at(1).id);
}

TEST_P(AccountsTest, WhatExistsOrIsMissingIsNamed) {
  const auto twice = accounts_->add_project(operator_, {"bank", "Other"});
  EXPECT_EQ(twice.error().cause, Cause::kConflict);
  EXPECT_EQ(twice.error().message, "project bank exists already");
  EXPECT_EQ(accounts_->find_project(operator_, "none").error().message, "no project none");
  EXPECT_EQ(accounts_->list_users(operator_, "none").error().cause, Cause::kNotFound);
  ASSERT_TRUE(
      accounts_->add_user(operator_, {"bank", "ann", "plum kettle 1", Role::kAnalyst}).ok());
  EXPECT_EQ(
      accounts_->add_user(operator_, {"bank", "ann", "plum kettle 1", Role::kAdmin}).error().cause,
      Cause::kConflict);
  EXPECT_EQ(accounts_->set_user_disabled(operator_, "bank", "bob", true).error().message,
            "no user bob in this project");
  EXPECT_EQ(accounts_->set_password(operator_, "bank", "bob", "plum kettle 1").error().cause,
            Cause::kNotFound);
  EXPECT_EQ(
      accounts_->set_client_disabled(operator_, "bank", base::ClientId(9), true).error().cause,
      Cause::kNotFound);
  EXPECT_EQ(accounts_->set_project_disabled(operator_, "none", true).error().cause,
            Cause::kNotFound);
}

TEST_P(AccountsTest, NamesThatCannotWorkAreRefused) {
  for (const char* code : {"", "a b", "a/b", "ä", ".", "..", "a:b", "a?b"})
    EXPECT_EQ(accounts_->add_project(operator_, {code, "X"}).error().cause, Cause::kInvalidInput)
        << code;
  for (const char* name : {"", "a:b", "a\nb", "\xff"})
    EXPECT_EQ(
        accounts_->add_user(operator_, {"bank", name, "plum kettle 1", Role::kAdmin}).error().cause,
        Cause::kInvalidInput)
        << name;
  EXPECT_EQ(accounts_->add_user(operator_, {"bank", "ann", "short", Role::kAdmin}).error().cause,
            Cause::kInvalidInput);
}

TEST_P(AccountsTest, OneNameMayBeAUserOfTwoProjects) {
  ASSERT_TRUE(accounts_->add_project(operator_, {"acme", "Acme"}).ok());
  ASSERT_TRUE(
      accounts_->add_user(operator_, {"bank", "ann", "plum kettle 1", Role::kAnalyst}).ok());
  ASSERT_TRUE(accounts_->add_user(operator_, {"acme", "ann", "plum kettle 2", Role::kAdmin}).ok());
  EXPECT_EQ(accounts_->list_users(operator_, "bank")->at(0).role, Role::kAnalyst);
  EXPECT_EQ(accounts_->list_users(operator_, "acme")->at(0).role, Role::kAdmin);
}

TEST_P(AccountsTest, DisablingIsListedAndCanBeTakenBack) {
  ASSERT_TRUE(accounts_->add_user(operator_, {"bank", "ann", "plum kettle 1", Role::kAdmin}).ok());
  const auto client = accounts_->add_client(operator_, "bank", "nightly job");
  ASSERT_TRUE(client.ok());
  for (const bool disabled : {true, true, false}) {
    ASSERT_TRUE(accounts_->set_user_disabled(operator_, "bank", "ann", disabled).ok());
    ASSERT_TRUE(accounts_->set_client_disabled(operator_, "bank", client->id, disabled).ok());
    ASSERT_TRUE(accounts_->set_project_disabled(operator_, "bank", disabled).ok());
    EXPECT_EQ(accounts_->list_users(operator_, "bank")->at(0).disabled, disabled);
    EXPECT_EQ(accounts_->list_clients(operator_, "bank")->at(0).disabled, disabled);
    EXPECT_EQ(accounts_->list_clients(operator_, "bank")->at(0).label, "nightly job");
    EXPECT_EQ(accounts_->find_project(operator_, "bank")->disabled, disabled);
  }
}

TEST_P(AccountsTest, TheCommandLineChangesAnOperator) {
  ASSERT_TRUE(
      accounts_->add_user(operator_, {"bank", "olga", "plum kettle 1", Role::kOperator}).ok());
  EXPECT_TRUE(accounts_->set_password(operator_, "bank", "olga", "plum kettle 2").ok());
  EXPECT_TRUE(accounts_->set_user_disabled(operator_, "bank", "olga", true).ok());
}

TEST_P(AccountsTest, EveryChangeStandsInAChain) {
  ASSERT_TRUE(accounts_->add_user(operator_, {"bank", "ann", "plum kettle 1", Role::kAdmin}).ok());
  ASSERT_TRUE(accounts_->add_client(operator_, "bank", "").ok());
  ASSERT_TRUE(accounts_->set_password(operator_, "bank", "ann", "plum kettle 2").ok());
  ASSERT_TRUE(accounts_->set_project_disabled(operator_, "bank", true).ok());
  const auto project = accounts_->find_project(operator_, "bank");
  EXPECT_EQ(ledger_->verify_audit_chain(operator_.project(project->id))->entries, 3);
  EXPECT_EQ(ledger_->verify_audit_chain(operator_)->entries, 2);
  EXPECT_TRUE(ledger_->verify_audit_chain(operator_)->whole());
}

}  // namespace
}  // namespace vedette::service
