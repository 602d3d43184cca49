#include "service/validation/tuning.h"

#include <algorithm>

#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using profile::Family;
using profile::Kind;

class TuningTest : public testing::MonitoringTest {
 protected:
  void SetUp() override {
    MonitoringTest::SetUp();
    serve({catalogue::sample_profile(Kind::kPerson, "1", {"Maria Garcia"}),
           catalogue::sample_profile(Kind::kPerson, "2", {"Sergei Lavrov"})});
    std::vector<RecordChange> changes;
    for (int i = 0; i < kCustomers; ++i)
      changes.push_back(change("m" + std::to_string(i), "Maria Garcia"));
    changes.push_back(change("s", "Sergei Lavrov"));
    save(Family::kIndividual, changes);
  }
  Tuning read() {
    auto tuning = read_tuning(*ledger_, *scope_, serving_.get());
    EXPECT_TRUE(tuning.ok()) << (tuning.ok() ? "" : tuning.error().message);
    return *tuning;
  }
  void decide(const std::string& id, MatchStatus status) {
    const auto found = matches(Family::kIndividual, id);
    ASSERT_EQ(found.size(), 1U) << id;
    ASSERT_EQ(review(Family::kIndividual, id, {verdict(found[0].seen.qr_code, status)}), "ok");
  }
  void refute_all_but(int last) {
    for (int i = 0; i < kCustomers - last; ++i)
      decide("m" + std::to_string(i), MatchStatus::kFalsePositive);
  }
  static const Suggestion* find(const Tuning& tuning, const std::string& kind) {
    const auto found = std::ranges::find(tuning.suggestions, kind, &Suggestion::kind);
    return found == tuning.suggestions.end() ? nullptr : &*found;
  }

  static constexpr int kCustomers = 24;
};
VEDETTE_BOTH_STORES(TuningTest);

TEST_P(TuningTest, PrecisionIsToldByScoreConfidenceAndList) {
  EXPECT_EQ(read().all.total(), 0);
  EXPECT_EQ(read().open, kCustomers + 1);
  refute_all_but(2);
  decide("s", MatchStatus::kTruePositive);
  const Tuning tuning = read();
  EXPECT_EQ(tuning.all.confirmed, 1);
  EXPECT_EQ(tuning.all.refuted, kCustomers - 2);
  EXPECT_EQ(tuning.open, 2);
  ASSERT_EQ(tuning.by_score.size(), 1U);
  EXPECT_EQ(tuning.by_score[0].from, 100);
  EXPECT_EQ(tuning.by_score[0].decisions.total(), kCustomers - 1);
  EXPECT_EQ(tuning.by_score[0].open, 2);
  std::int64_t assessed = 0;
  for (const DecisionBand& band : tuning.by_confidence)
    assessed += band.decisions.total();
  EXPECT_EQ(assessed, kCustomers - 1);
  ASSERT_EQ(tuning.by_list.size(), 1U);
  EXPECT_EQ(tuning.by_list[0].decisions.refuted, kCustomers - 2);
}

TEST_P(TuningTest, WordsThatCauseFalsePositivesAreNamedWithTheirEffect) {
  refute_all_but(2);
  decide("s", MatchStatus::kTruePositive);
  const Tuning tuning = read();
  const Suggestion* words = find(tuning, "words");
  ASSERT_NE(words, nullptr);
  EXPECT_EQ(words->words, (std::vector<std::string>{"garcia", "maria"}));
  EXPECT_EQ(words->refuted, kCustomers - 2);
  EXPECT_EQ(words->confirmed, 0);
  EXPECT_EQ(words->open, 2);
  EXPECT_NE(words->text.find("100 %"), std::string::npos) << words->text;
  ASSERT_NE(find(tuning, "birthDates"), nullptr);
  EXPECT_EQ(find(tuning, "threshold"), nullptr) << "every score is 100";
}

TEST_P(TuningTest, FewDecisionsGiveNoSuggestionAndNothingIsChanged) {
  refute_all_but(10);
  EXPECT_TRUE(read().suggestions.empty());
  const auto settings =
      ledger_->read(*scope_, [](ledger::ProjectReader& reader) { return read_settings(reader); });
  EXPECT_EQ(settings->version, 0);
}

TEST_P(TuningTest, ADecisionThatAnotherUserTurnedIsADisagreement) {
  decide("s", MatchStatus::kFalsePositive);
  EXPECT_EQ(read().disagreements, 0);
  actor_.emplace(Actor{*scope_, "user:2", "ben", "request-2"});
  decide("s", MatchStatus::kTruePositive);
  const Tuning tuning = read();
  EXPECT_EQ(tuning.disagreements, 1);
  ASSERT_EQ(tuning.by_user.size(), 2U);
  EXPECT_EQ(tuning.by_user[0].username, "ann");
  EXPECT_EQ(tuning.by_user[0].overturned, 1);
  EXPECT_EQ(tuning.by_user[1].overturned, 0);
}

}  // namespace
}  // namespace vedette::service
