#include "service/parties/party_judgements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"
#include "service/parties/judgement_lines.h"

namespace vedette::service {
namespace {

using base::Cause;
using parties::Verdict;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

JudgedEntry entry(std::string list, std::uint8_t number) {
  JudgedEntry made{.key = {std::move(list), std::to_string(number)}};
  made.id[0] = number;
  return made;
}

NewJudgement judgement(std::uint8_t one, std::uint8_t other, Verdict verdict,
                       std::string reason = "") {
  return {.one = entry("un-sc", one),
          .other = entry("eu-fsf", other),
          .verdict = verdict,
          .reason = std::move(reason)};
}

class PartyJudgementsTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    judgements_ = std::make_unique<PartyJudgements>(*ledger_, clock_);
  }
  base::Result<std::vector<Judgement>> add(const std::vector<NewJudgement>& wanted) {
    return judgements_->add(wanted, {.actor = "user:3", .username = "olga", .project = 1});
  }

  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<PartyJudgements> judgements_;
};
VEDETTE_BOTH_STORES(PartyJudgementsTest);

TEST_P(PartyJudgementsTest, AJudgementIsKeptWithWhoWhenAndWhy) {
  const auto added = add({judgement(2, 1, Verdict::kSame, "same passport")});
  ASSERT_TRUE(added.ok()) << added.error().message;
  const auto held = judgements_->holding();
  ASSERT_TRUE(held.ok());
  ASSERT_THAT(held->judgements, SizeIs(1));
  const Judgement& one = held->judgements.front();
  EXPECT_EQ(one, added->front());
  EXPECT_EQ(one.left.key.list, "eu-fsf");
  EXPECT_EQ(one.reason, "same passport");
  EXPECT_EQ(one.username, "olga");
  EXPECT_EQ(one.actor, "user:3");
  EXPECT_EQ(one.at, clock_.now());
  EXPECT_EQ(held->newest, 1);
}

TEST_P(PartyJudgementsTest, EachHasAnEntryInTheAuditChain) {
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kSame), judgement(3, 4, Verdict::kUnsure)}).ok());
  const auto chain = ledger_->verify_audit_chain(operator_);
  ASSERT_TRUE(chain.ok());
  EXPECT_TRUE(chain->whole());
  EXPECT_EQ(chain->entries, 2);
}

TEST_P(PartyJudgementsTest, TheNewestOfAPairHoldsAndAllStayReadable) {
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kSame)}).ok());
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kDifferent, "looked again")}).ok());
  const auto held = judgements_->holding();
  EXPECT_THAT(held->judgements, ElementsAre(Field(&Judgement::verdict, Verdict::kDifferent)));
  EXPECT_THAT(*judgements_->all(), SizeIs(2));
  EXPECT_THAT(*judgements_->after(1, 10), ElementsAre(Field(&Judgement::number, 2)));
}

TEST_P(PartyJudgementsTest, AWithdrawnJudgementHoldsNoMoreAndStaysReadable) {
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kDifferent)}).ok());
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kWithdrawn)}).ok());
  EXPECT_THAT(judgements_->holding()->judgements, IsEmpty());
  EXPECT_THAT(*judgements_->all(), SizeIs(2));
  // It contradicts nothing, and where nothing holds there is nothing to take back.
  EXPECT_TRUE(add({judgement(1, 2, Verdict::kSame)}).ok());
  EXPECT_THAT(*add({judgement(3, 4, Verdict::kWithdrawn)}), IsEmpty());
}

TEST_P(PartyJudgementsTest, TheSameAgainChangesNothing) {
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kSame)}).ok());
  const auto again = add({judgement(1, 2, Verdict::kSame)});
  ASSERT_TRUE(again.ok());
  EXPECT_THAT(*again, IsEmpty());
  EXPECT_EQ(*judgements_->newest(), 1);
}

TEST_P(PartyJudgementsTest, AContradictionIsNamedAndNothingIsStored) {
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kSame), judgement(2, 3, Verdict::kDifferent)}).ok());
  const auto refused = add({judgement(4, 5, Verdict::kSame), judgement(1, 3, Verdict::kSame)});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, Cause::kConflict);
  EXPECT_EQ(refused.error().details.front().code, "CONTRADICTING_JUDGEMENT");
  EXPECT_EQ(refused.error().details.front().path, "1");
  EXPECT_THAT(refused.error().message, HasSubstr("(judgement 2)"));
  EXPECT_EQ(*judgements_->newest(), 2);
}

TEST_P(PartyJudgementsTest, StrongEvidenceAgainstAsksForAReason) {
  NewJudgement wanted = judgement(1, 2, Verdict::kSame);
  wanted.conflict = true;
  const auto refused = add({wanted});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().details.front().code, "REASON_REQUIRED");
  wanted.reason = "the list has the date of her mother";
  EXPECT_TRUE(add({wanted}).ok());
}

TEST_P(PartyJudgementsTest, ARowThatWasChangedDecidesNothing) {
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kDifferent)}).ok());
  constexpr ledger::sql::Sql kTurn = "update party_judgements set verdict = 0";
  EXPECT_EQ(run(*connect(), kTurn), 1);
  const auto held = judgements_->holding();
  ASSERT_FALSE(held.ok());
  EXPECT_EQ(held.error().cause, Cause::kCorrupt);
  EXPECT_EQ(held.error().details.front().code, "JUDGEMENT_ALTERED");
}

TEST_P(PartyJudgementsTest, ARowThatIsGoneIsNoticed) {
  ASSERT_TRUE(add({judgement(1, 2, Verdict::kSame), judgement(3, 4, Verdict::kSame)}).ok());
  constexpr ledger::sql::Sql kRemove = "delete from party_judgements where judgement_id = 1";
  EXPECT_EQ(run(*connect(), kRemove), 1);
  EXPECT_EQ(judgements_->holding().error().cause, Cause::kCorrupt);
}

TEST(JudgementLines, BothFormatsSayTheSame) {
  const Judgement one{.number = 1,
                      .left = entry("eu-fsf", 1),
                      .right = entry("un-sc", 2),
                      .verdict = Verdict::kDifferent,
                      .confidence = 72,
                      .reason = "another \"man\"",
                      .actor = "operator",
                      .username = "olga",
                      .at = {1'769'860'800'000}};
  EXPECT_EQ(to_line(one, JudgementFormat::kNomenklatura),
            "[\"eu-fsf:1\",\"un-sc:2\",\"negative\",0.72,\"olga\",\"2026-01-31T12:00:00.000Z\"]\n");
  EXPECT_EQ(to_line(one, JudgementFormat::kOwn),
            "{\"left\":\"eu-fsf:1\",\"right\":\"un-sc:2\",\"verdict\":\"different\","
            "\"confidence\":72,\"reason\":\"another \\\"man\\\"\",\"user\":\"olga\","
            "\"at\":\"2026-01-31T12:00:00.000Z\"}\n");
}

}  // namespace
}  // namespace vedette::service
