#include "service/monitoring/row_proof.h"

#include "service/monitoring/match_queue.h"
#include "service/monitoring/row_sealing.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

constexpr auto kFamily = profile::Family::kIndividual;

class RowProofTest : public testing::MonitoringTest {
 protected:
  void SetUp() override {
    MonitoringTest::SetUp();
    serve({catalogue::sample_profile(profile::Kind::kPerson, "1", {"Sergei Lavrov"}),
           catalogue::sample_profile(profile::Kind::kPerson, "2", {"Sergey Lavrov"})});
    for (const char* id : {"K-1", "K-2", "K-3"})
      save(kFamily, {change(id, "Sergei Lavrov")});
    const std::int64_t code = matches(kFamily, "K-1").front().seen.qr_code;
    ASSERT_EQ(review(kFamily, "K-1", {verdict(code, MatchStatus::kFalsePositive)}), "ok");
  }

  RowProof prove() {
    const auto proof = prove_rows(*ledger_, *scope_);
    EXPECT_TRUE(proof.ok()) << (proof.ok() ? "" : proof.error().message);
    return proof.ok() ? *proof : RowProof{};
  }
  std::string first_bad() {
    const RowProof proof = prove();
    return proof.first_bad.empty() ? ""
                                   : proof.first_bad[0].what + ": " + proof.first_bad[0].reason;
  }
  void tamper(const ledger::sql::Sql& tampering) {
    rows_hold_ = false;
    EXPECT_GT(run(*connect(), tampering), 0);
    EXPECT_TRUE(ledger_->verify_audit_chain(*scope_)->whole());
  }
  void expect_found(const ledger::sql::Sql& tampering, std::string_view named) {
    tamper(tampering);
    EXPECT_FALSE(prove().whole());
    EXPECT_NE(first_bad().find(named), std::string::npos) << first_bad();
  }
  std::string code_of(const base::Error& error) {
    return error.details.empty() ? "" : error.details.front().code;
  }
};
VEDETTE_BOTH_STORES(RowProofTest);

TEST_P(RowProofTest, WhatTheServiceWroteFits) {
  const RowProof proof = prove();
  EXPECT_TRUE(proof.whole()) << first_bad();
  EXPECT_EQ(proof.records, 3);
  EXPECT_EQ(proof.matches, 6);
  EXPECT_EQ(proof.history, 7);
}

TEST_P(RowProofTest, AProjectThatHasWrittenNothingFits) {
  const auto proof = prove_rows(*ledger_, operator_.project(base::ProjectId(99)));
  ASSERT_TRUE(proof.ok());
  EXPECT_TRUE(proof->whole());
  EXPECT_EQ(proof->records, 0);
}

TEST_P(RowProofTest, AnEditedNameIsFoundAndNeverServed) {
  expect_found("update records set name = 'Nobody' where record_number = 2",
               "individual record K-2");
  const auto found = records_->find(*scope_, kFamily, "K-2");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(code_of(found.error()), "RECORD_ALTERED");
  EXPECT_TRUE(records_->find(*scope_, kFamily, "K-1").ok());
  EXPECT_GT(ledger_->seals().altered(), 0U);
}

TEST_P(RowProofTest, AnEditedStatusIsFoundAndNeverServed) {
  expect_found("update matches set status = 3 where record_number = 2", "match");
  const auto read = read_matches(*ledger_, *scope_, kFamily, "K-2");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(code_of(read.error()), "RECORD_ALTERED");
  QueueQuestion question;
  question.status = MatchStatus::kFalsePositive;
  const auto queue = read_queue(*ledger_, *scope_, question);
  ASSERT_FALSE(queue.ok());
  EXPECT_EQ(code_of(queue.error()), "RECORD_ALTERED");
}

TEST_P(RowProofTest, AnEditedStepOfTheServiceIsFoundAndNeverServed) {
  const std::int64_t code = matches(kFamily, "K-2").front().seen.qr_code;
  expect_found("update match_history set reason = 'x' where record_number = 2", "history");
  EXPECT_FALSE(read_history(*ledger_, *scope_, kFamily, "K-2", code).ok());
}

TEST_P(RowProofTest, AMissingMatchIsFoundAndItsRecordIsNotServedAsClear) {
  expect_found("delete from matches where record_number = 2", "individual record K-2");
  const auto read = read_matches(*ledger_, *scope_, kFamily, "K-2");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(code_of(read.error()), "RECORD_ALTERED");
}

TEST_P(RowProofTest, ARecordThatIsGoneWithAllItHadIsFound) {
  tamper("delete from matches where record_number = 2");
  run(*connect(), "delete from match_history where record_number = 2");
  run(*connect(), "delete from records where record_number = 2");
  EXPECT_NE(first_bad().find("5 rows are missing"), std::string::npos) << first_bad();
}

TEST_P(RowProofTest, AMissingRecordIsStillMissingAfterLaterSaves) {
  tamper("delete from records where record_number = 2");
  save(kFamily, {change("K-4", "Sergei Lavrov")});
  EXPECT_FALSE(prove().whole());
}

TEST_P(RowProofTest, AMissingStepOfHistoryIsFound) {
  expect_found("delete from match_history where record_number = 2", "match");
}

TEST_P(RowProofTest, AHiddenMatchIsFound) {
  expect_found("update matches set deleted = 1 where record_number = 2", "individual record K-2");
}

TEST_P(RowProofTest, ARowThatWasPutBackToAnEarlierStateIsFound) {
  rows_hold_ = false;
  run(*connect(), "create table kept as select * from records where record_number = 2");
  EXPECT_EQ(save(kFamily, {change("K-2", "Anna Petrova")}).front(), "updated");
  EXPECT_TRUE(prove().whole()) << first_bad();
  run(*connect(), "delete from records where record_number = 2");
  run(*connect(), "insert into records select * from kept");
  EXPECT_FALSE(prove().whole());
}

TEST_P(RowProofTest, AForgedTotalIsFoundAndNotMendedByLaterWrites) {
  expect_found("update audit_heads set sealed_rows = sealed_rows + 1 where project_id > 0",
               "the total of all rows");
  save(kFamily, {change("K-4", "Sergei Lavrov")});
  EXPECT_FALSE(prove().whole());
  run(*connect(), "update audit_heads set sealed_rows = sealed_rows - 1 where project_id > 0");
  EXPECT_FALSE(prove().whole());
}

TEST_P(RowProofTest, WithoutASealARowIsNotServed) {
  tamper("update records set name = 'Nobody', seal = null where record_number = 2");
  EXPECT_FALSE(records_->find(*scope_, kFamily, "K-2").ok());
  EXPECT_FALSE(prove().whole());
}

TEST_P(RowProofTest, ARescreeningLeavesAnAlteredRecordAloneAndScreensTheOthers) {
  tamper("update records set name = 'Nobody' where record_number = 2");
  serve({catalogue::sample_profile(profile::Kind::kPerson, "1", {"Sergei Lavrov"}),
         catalogue::sample_profile(profile::Kind::kPerson, "2", {"Sergey Lavrov"}),
         catalogue::sample_profile(profile::Kind::kPerson, "3", {"Sergei Lavrov"})});
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(matches(kFamily, "K-3").size(), 3U);
  EXPECT_EQ(prove().misfits, 1);
}

class RowSealingTest : public RowProofTest {
 protected:
  // As a ledger that was written by a version without seals.
  void unseal() {
    const auto connection = connect();
    run(*connection, "update records set seal = null");
    run(*connection, "update matches set seal = null");
    run(*connection, "update match_history set seal = null");
    run(*connection,
        "update audit_heads set sealed_rows = 0, total_changes = 0, covered_total = null,"
        " total_mac = null");
  }
};
VEDETTE_BOTH_STORES(RowSealingTest);

TEST_P(RowSealingTest, AnUpgradeSealsEveryRow) {
  unseal();
  EXPECT_FALSE(prove().sealed);
  ASSERT_TRUE(seal_rows_once(*ledger_, operator_).ok());
  EXPECT_TRUE(prove().whole()) << first_bad();
  EXPECT_EQ(prove().records, 3);
  EXPECT_EQ(matches(kFamily, "K-2").size(), 2U);
  EXPECT_EQ(save(kFamily, {change("K-2", "Anna Petrova")}).front(), "updated");
}

TEST_P(RowSealingTest, AnUpgradeThatWasKilledGoesOn) {
  std::vector<RecordChange> more;
  for (int i = 0; i < 100; ++i)
    more.push_back(change("M-" + std::to_string(i), "Sergei Lavrov"));
  save(kFamily, more);
  unseal();
  EXPECT_FALSE(seal_rows_once(*ledger_, operator_, [] { return false; }).ok());
  EXPECT_FALSE(prove().sealed);
  restart();
  ASSERT_TRUE(seal_rows_once(*ledger_, operator_).ok());
  EXPECT_TRUE(prove().whole()) << first_bad();
  EXPECT_EQ(prove().records, 103);
}

TEST_P(RowSealingTest, WhatLosesItsSealLaterIsNeverSealedAgain) {
  ASSERT_TRUE(seal_rows_once(*ledger_, operator_).ok());
  unseal();
  run(*connect(), "update records set name = 'Nobody' where record_number = 2");
  ASSERT_TRUE(seal_rows_once(*ledger_, operator_).ok());
  EXPECT_FALSE(prove().whole());
  EXPECT_FALSE(records_->find(*scope_, kFamily, "K-2").ok());
  rows_hold_ = false;
}

}  // namespace
}  // namespace vedette::service
