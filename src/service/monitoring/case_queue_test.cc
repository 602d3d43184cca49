#include "service/monitoring/case_queue.h"

#include <gmock/gmock.h>

#include <map>

#include "service/monitoring/match_queue.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using profile::Family;

// What a row is known by: the record, the key of the order, and how many matches it stands for.
struct Seen {
  std::string record;
  std::int64_t key = 0;
  std::size_t matches = 0;
  bool operator==(const Seen&) const = default;
};
void PrintTo(const Seen& seen, std::ostream* out) {
  *out << seen.record << " " << seen.key << " x" << seen.matches;
}

class CaseQueueTest : public testing::MonitoringTest {
 protected:
  // Customers who match several parties of the list, each found at another time.
  void list_and_watch() {
    const std::vector<std::string> listed = {
        "Anna Petrova",       "Anna Petrov", "Ana Petrova", "Barnaby Thistlewick",
        "Barney Thistlewick", "Ivan Sechin", "Igor Sechin", "Igor Ivanovich Sechin",
    };
    std::vector<profile::Profile> profiles;
    for (std::size_t i = 0; i < listed.size(); ++i)
      profiles.push_back(
          catalogue::sample_profile(profile::Kind::kPerson, std::to_string(i), {listed[i]}));
    serve(profiles);
    for (std::size_t i = 0; i < 24; ++i) {
      save(Family::kIndividual, {change("C-" + std::to_string(i), listed[i % listed.size()])});
      clock_.advance(base::seconds(i % 3 == 0 ? 0 : 7));
    }
  }

  static std::int64_t key_of(CaseOrder order, const CaseRow& row) {
    if (order == CaseOrder::kScore) return row.summary.score;
    if (order == CaseOrder::kNewest) return row.summary.newest.unix_millis;
    return order == CaseOrder::kOldest ? row.summary.oldest.unix_millis : row.record.number;
  }

  // All cases, page by page.
  std::vector<Seen> walk(CaseQuestion query) {
    std::vector<Seen> out;
    std::optional<std::int64_t> total;
    do {
      const auto page = read_cases(*ledger_, *scope_, serving_.get(), query);
      EXPECT_TRUE(page.ok()) << (page.ok() ? "" : page.error().message);
      if (!page.ok()) return out;
      EXPECT_EQ(page->total.has_value(), query.cursor.empty());
      if (page->total) total = page->total;
      EXPECT_LE(static_cast<std::int64_t>(page->rows.size()), query.limit);
      for (const CaseRow& row : page->rows)
        out.push_back({row.record.id, key_of(query.order, row), row.matches.size()});
      query.cursor = page->next_cursor;
    } while (!query.cursor.empty());
    EXPECT_EQ(total, static_cast<std::int64_t>(out.size()));
    return out;
  }

  // The same from the queue of matches, by looking at each of them.
  std::vector<Seen> slowly(CaseOrder order, std::optional<MatchStatus> status, int least_score) {
    QueueQuestion every;
    every.status = status;
    every.limit = kMostQueuePage;
    const auto matches = read_queue(*ledger_, *scope_, every);
    EXPECT_TRUE(matches.ok());
    std::map<std::string, std::vector<Match>> by_record;
    for (const QueueEntry& entry : matches->entries)
      by_record[entry.record_id].push_back(entry.match);
    std::vector<std::pair<std::int64_t, Seen>> found;
    NamingLists lists(nullptr);
    for (const auto& [id, of_record] : by_record) {
      CaseRow row{record(Family::kIndividual, id), of_record, {}};
      row.summary = summary_of(row.record, of_record, lists);
      if (row.summary.score < least_score) continue;
      found.push_back({row.record.number, {id, key_of(order, row), of_record.size()}});
    }
    const bool descends = order == CaseOrder::kScore || order == CaseOrder::kNewest;
    std::ranges::sort(found, [&](const auto& a, const auto& b) {
      const auto left = std::pair(a.second.key, a.first);
      const auto right = std::pair(b.second.key, b.first);
      return descends ? left > right : left < right;
    });
    std::vector<Seen> out;
    for (auto& [number, seen] : found)
      out.push_back(std::move(seen));
    return out;
  }

  void expect_same(std::optional<MatchStatus> status) {
    for (const CaseOrder order :
         {CaseOrder::kScore, CaseOrder::kNewest, CaseOrder::kOldest, CaseOrder::kRecord})
      for (const int least : {0, 95})
        for (const std::int64_t limit : {1, 5, 500}) {
          CaseQuestion query;
          query.status = status;
          query.order = order;
          query.limit = limit;
          query.least_score = least;
          EXPECT_EQ(walk(query), slowly(order, status, least))
              << "order " << static_cast<int>(order) << " limit " << limit << " least " << least;
        }
  }
};
VEDETTE_BOTH_STORES(CaseQueueTest);

TEST_P(CaseQueueTest, EveryCustomerStandsOnceInEveryOrderHoweverThePagesAreCut) {
  list_and_watch();
  expect_same(MatchStatus::kOpen);
  ASSERT_GE(walk({}).size(), 24U) << "everybody matches at least themselves";
  ASSERT_THAT(walk({}), ::testing::Contains(::testing::Field(&Seen::matches, ::testing::Gt(1U))));
}

TEST_P(CaseQueueTest, ACaseIsCountedByTheMatchesOfItsStatus) {
  list_and_watch();
  for (const char* id : {"C-0", "C-3", "C-5"})
    review(Family::kIndividual, id,
           {verdict(matches(Family::kIndividual, id).front().seen.qr_code,
                    MatchStatus::kFalsePositive)});
  expect_same(MatchStatus::kOpen);
  expect_same(MatchStatus::kFalsePositive);
  expect_same(std::nullopt);
  CaseQuestion decided;
  decided.status = MatchStatus::kFalsePositive;
  EXPECT_EQ(walk(decided).size(), 3U);
}

TEST_P(CaseQueueTest, ADeletedCustomerHasNoCase) {
  list_and_watch();
  const std::size_t before = walk({}).size();
  ASSERT_TRUE(remove(Family::kIndividual, "C-7"));
  EXPECT_EQ(walk({}).size(), before - 1);
  expect_same(MatchStatus::kOpen);
}

TEST_P(CaseQueueTest, AFilterThatTheLedgerCannotAnswerKeepsTheOrderAndThePages) {
  list_and_watch();
  CaseQuestion all;
  CaseQuestion unknown;
  unknown.birth_date = evidence::Outcome::kUnknown;  // no customer has a birth date here
  for (const std::int64_t limit : {1, 5, 500}) {
    all.limit = unknown.limit = limit;
    EXPECT_EQ(walk(unknown), walk(all)) << limit;
  }
  CaseQuestion agrees;
  agrees.birth_date = evidence::Outcome::kAgrees;
  EXPECT_TRUE(walk(agrees).empty());
}

}  // namespace
}  // namespace vedette::service
