#include <gmock/gmock.h>

#include "service/monitoring/match_queue.h"
#include "service/monitoring/screening_outcome.h"
#include "service/testing/monitoring_fixture.h"

// The confidence of matches: stored, ordered by, and closed by.

namespace vedette::service {
namespace {

using profile::Family;

class ConfidenceTest : public testing::MonitoringTest {
 protected:
  static profile::Profile listed(const std::string& record, int birth_year) {
    profile::Profile out =
        catalogue::sample_profile(profile::Kind::kPerson, record, {"Anna Petrova"});
    out.births.push_back({.first = *profile::make_day(birth_year, 7, 14)});
    return out;
  }
  void watch(const std::string& id, const std::string& dob) {
    RecordChange anna = change(id, "Anna Petrova");
    anna.dob = dob;
    anna.details.nationalities = {*profile::parse_country_code("RU")};
    anna.details.identifiers = {
        {evidence::IdentifierType::kPassport, "71 1234567", *profile::parse_country_code("RU")}};
    anna.given_details = {evidence::DetailField::kNationalities,
                          evidence::DetailField::kIdentifiers};
    EXPECT_EQ(save(Family::kIndividual, {anna}), std::vector<std::string>{"created"});
  }
  std::vector<int> percents(const std::string& id) {
    std::vector<int> out;
    for (const Match& match : matches(Family::kIndividual, id))
      out.push_back(match.seen.confidence ? match.seen.confidence->percent : -1);
    std::ranges::sort(out, std::greater());
    return out;
  }
  std::vector<Match> in_queue(const QueueQuestion& question) {
    const auto page = read_queue(*ledger_, *scope_, question);
    EXPECT_TRUE(page.ok());
    std::vector<Match> out;
    if (!page.ok()) return out;
    EXPECT_EQ(page->total, static_cast<std::int64_t>(page->entries.size()));
    for (const QueueEntry& entry : page->entries)
      out.push_back(entry.match);
    return out;
  }
  void draw_line(int below, int sample) {
    SettingsChange change;
    change.close_below_confidence = below;
    change.close_sample_percent = sample;
    ASSERT_TRUE(change_settings(*ledger_, *actor_, change).ok());
    EXPECT_GT(catch_up(), 0);
  }
};
VEDETTE_BOTH_STORES(ConfidenceTest);

TEST_P(ConfidenceTest, MatchesKeepTheirConfidenceAndTheQueueIsOrderedByIt) {
  serve({listed("right", 1961), listed("wrong", 1990)});
  watch("C-1", "1961-07-14");
  const std::vector<int> both = percents("C-1");
  ASSERT_EQ(both.size(), 2U);
  EXPECT_GT(both[0], both[1] + 20);
  const auto queue = in_queue({});
  ASSERT_EQ(queue.size(), 2U);
  EXPECT_EQ(queue[0].seen.confidence->percent, both[0]);
  EXPECT_NE(queue[0].seen.confidence->terms.find("birthDate.sameDay"), std::string::npos);
  EXPECT_FALSE(queue[0].seen.confidence->sentence.empty());
  QueueQuestion likely;
  likely.least_confidence = both[0];
  EXPECT_EQ(in_queue(likely).size(), 1U);
  // A page at a time gives the same order.
  QueueQuestion paged;
  paged.limit = 1;
  const auto first = read_queue(*ledger_, *scope_, paged);
  ASSERT_TRUE(first.ok());
  paged.cursor = first->next_cursor;
  const auto second = read_queue(*ledger_, *scope_, paged);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->entries.at(0).match.seen.confidence->percent, both[1]);
  EXPECT_TRUE(second->next_cursor.empty());
}

TEST_P(ConfidenceTest, DetailsAreStoredAndTheConfidenceFollowsThem) {
  serve({listed("right", 1961)});
  watch("C-1", "1961-07-14");
  const MonitorRecord stored = record(Family::kIndividual, "C-1");
  EXPECT_EQ(stored.criteria.details.identifiers.size(), 1U);
  const int before = percents("C-1").at(0);
  RecordChange other = change("C-1", "Anna Petrova");
  other.dob = "1990-01-02";
  EXPECT_EQ(save(Family::kIndividual, {other}), std::vector<std::string>{"updated"});
  EXPECT_EQ(record(Family::kIndividual, "C-1").criteria.details, stored.criteria.details)
      << "what is not sent stays";
  const Match after = matches(Family::kIndividual, "C-1").at(0);
  EXPECT_LT(after.seen.confidence->percent, before);
  EXPECT_EQ(after.match_version, 2);
  RecordChange emptied = change("C-1", "Anna Petrova");
  emptied.given_details = {evidence::DetailField::kIdentifiers};
  EXPECT_EQ(save(Family::kIndividual, {emptied}), std::vector<std::string>{"updated"});
  EXPECT_TRUE(record(Family::kIndividual, "C-1").criteria.details.identifiers.empty());
  EXPECT_EQ(save(Family::kIndividual, {emptied}), std::vector<std::string>{"unchanged"});
}

TEST_P(ConfidenceTest, OtherNamesOfARecordAreScreened) {
  serve({catalogue::sample_profile(profile::Kind::kPerson, "1", {"Zoltan Kovacs"})});
  RecordChange anna = change("C-1", "Anna Petrova");
  anna.details.other_names = {"Zoltan Kovacs"};
  anna.given_details = {evidence::DetailField::kOtherNames};
  save(Family::kIndividual, {anna});
  EXPECT_EQ(matches(Family::kIndividual, "C-1").size(), 1U);
}

TEST_P(ConfidenceTest, TheLineIsOffUntilItIsDrawnAndGivesBackWhatItTook) {
  serve({listed("right", 1961), listed("wrong", 1990)});
  watch("C-1", "1961-07-14");
  EXPECT_EQ(record(Family::kIndividual, "C-1").counts.of(MatchStatus::kOpen), 2);
  draw_line(40, 0);
  const MonitorRecord drawn = record(Family::kIndividual, "C-1");
  EXPECT_EQ(drawn.counts.of(MatchStatus::kOpen), 1);
  EXPECT_EQ(drawn.counts.of(MatchStatus::kDiscarded), 1);
  const auto all = matches(Family::kIndividual, "C-1");
  const auto closed = std::ranges::find(all, MatchStatus::kDiscarded, &Match::status);
  ASSERT_NE(closed, all.end());
  const auto history =
      read_history(*ledger_, *scope_, Family::kIndividual, "C-1", closed->seen.qr_code);
  ASSERT_TRUE(history.ok());
  EXPECT_TRUE(history->back().is_review);
  EXPECT_THAT(history->back().reason, ::testing::StartsWith(std::string(kBelowConfidenceLine)));
  // A new record is closed at once, and what is kept as a sample stays open.
  watch("C-2", "1961-07-14");
  EXPECT_EQ(record(Family::kIndividual, "C-2").counts.of(MatchStatus::kDiscarded), 1);
  draw_line(40, 100);
  EXPECT_EQ(record(Family::kIndividual, "C-1").counts.of(MatchStatus::kOpen), 2);
  draw_line(0, 5);
  EXPECT_EQ(record(Family::kIndividual, "C-2").counts.of(MatchStatus::kOpen), 2);
}

}  // namespace
}  // namespace vedette::service
