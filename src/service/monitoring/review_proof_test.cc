#include "service/monitoring/review_proof.h"

#include "service/monitoring/watch.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

constexpr auto kFamily = profile::Family::kIndividual;

class ReviewProofTest : public testing::MonitoringTest {
 protected:
  void SetUp() override {
    MonitoringTest::SetUp();
    serve({catalogue::sample_profile(profile::Kind::kPerson, "1", {"Sergei Lavrov"})});
    for (const char* id : {"K-1", "K-2"}) {
      save(kFamily, {change(id, "Sergei Lavrov")});
      const std::int64_t code = matches(kFamily, id).front().seen.qr_code;
      ReviewInput commented;
      commented.qr_code = code;
      commented.client_comment = "looks like another";
      ASSERT_EQ(review(kFamily, id, {verdict(code, MatchStatus::kFalsePositive), commented}), "ok");
    }
  }

  ReviewProof prove() {
    const auto proof = prove_reviews(*ledger_, *scope_);
    EXPECT_TRUE(proof.ok()) << (proof.ok() ? "" : proof.error().message);
    return proof.ok() ? *proof : ReviewProof{};
  }
  void expect_found(const ledger::sql::Sql& tampering) {
    rows_hold_ = false;
    EXPECT_GT(run(*connect(), tampering), 0);
    EXPECT_TRUE(ledger_->verify_audit_chain(*scope_)->whole());
    EXPECT_TRUE(prove().first_bad.has_value());
  }
};
VEDETTE_BOTH_STORES(ReviewProofTest);

TEST_P(ReviewProofTest, WhatWasReviewedFitsAlsoWhenTheRecordIsDeleted) {
  EXPECT_EQ(prove().reviews, 4);
  ASSERT_TRUE(remove(kFamily, "K-1"));
  const ReviewProof proof = prove();
  EXPECT_FALSE(proof.first_bad.has_value());
  EXPECT_EQ(proof.reviews, 4);
  EXPECT_EQ(proof.unproven, 0);
}

TEST_P(ReviewProofTest, WhatRetentionRemovedIsNoMisfit) {
  ASSERT_TRUE(remove(kFamily, "K-1"));
  clock_.advance(base::days(2000));
  ASSERT_TRUE(remove_outdated(*ledger_, operator_, clock_.now(), 100).ok());
  const ReviewProof proof = prove();
  EXPECT_FALSE(proof.first_bad.has_value());
  EXPECT_EQ(proof.reviews, 2);
  EXPECT_EQ(proof.removed, 2);
}

TEST_P(ReviewProofTest, AChangedCommentIsFoundAndItsMatchNamed) {
  expect_found(
      "update match_history set client_comment = 'forged' where client_comment is not null and"
      " record_number = (select max(record_number) from records)");
  EXPECT_NE(prove().first_bad->match.find("individual K-2"), std::string::npos);
}

TEST_P(ReviewProofTest, AChangedVerdictIsFound) {
  expect_found("update match_history set to_status = 2 where source = 1");
}

TEST_P(ReviewProofTest, AnotherReviewerIsFound) {
  expect_found("update match_history set username = 'somebody' where source = 1");
}

TEST_P(ReviewProofTest, ARemovedReviewIsFound) {
  expect_found("delete from match_history where source = 1 and action = 'commented'");
}

TEST_P(ReviewProofTest, AReviewThatNobodyMadeIsFound) {
  expect_found(
      "insert into match_history select project_id, 4611686018427387904, qr_code, step, at, source,"
      " action, is_review, from_status, to_status, score, version, match_version,"
      " client_risk_rating, client_comment, client_user_id, username, request_id, reason, seal"
      " from match_history where source = 1");
}

}  // namespace
}  // namespace vedette::service
