#include "service/monitoring/search_removal.h"

#include <gtest/gtest.h>

#include "service/monitoring/monitoring_settings.h"
#include "service/monitoring/watch.h"
#include "service/screening/search_proof.h"
#include "service/screening/searches.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using ledger::sql::Sql;

class SearchRemovalTest : public testing::MonitoringTest {
 protected:
  void SetUp() override {
    MonitoringTest::SetUp();
    searches_.emplace(*ledger_);
  }
  std::string search(const std::string& name) {
    SearchQuestion query;
    query.name = name;
    const auto made = searches_->record(
        asker(),
        {.asked = clock_.now(), .question = query, .basis = {1, "1.0"}, .total = 0, .hits = {}});
    EXPECT_TRUE(made.ok());
    return made->ref;
  }
  std::string batch() {
    const auto begun = searches_->begin_batch(asker(), "{}", {1, "1.0"}, 2);
    EXPECT_TRUE(begun.ok());
    const std::vector<NewBatchItem> names = {{"a", "{\"name\":\"A\"}", "", 0, {}},
                                             {"b", "{\"name\":\"B\"}", "", 0, {}}};
    EXPECT_TRUE(searches_->record_items(asker(), *begun, 0, names).ok());
    EXPECT_TRUE(searches_->complete_batch(asker(), *begun, 0).ok());
    return begun->ref;
  }
  void keep(std::int64_t search_days, std::int64_t batch_days) {
    SettingsChange change;
    change.search_retention_days = search_days;
    change.batch_retention_days = batch_days;
    ASSERT_TRUE(change_settings(*ledger_, *actor_, change).ok());
  }
  RemovedSearches remove(std::int64_t limit = 100) {
    const auto removed = remove_old_searches(*ledger_, operator_, clock_.now(), limit);
    EXPECT_TRUE(removed.ok()) << (removed.ok() ? "" : removed.error().message);
    return removed.ok() ? *removed : RemovedSearches{};
  }
  bool is_there(const std::string& ref) { return searches_->find(*scope_, ref).ok(); }
  SearchProof prove() {
    const auto proof = prove_searches(*ledger_, *scope_);
    EXPECT_TRUE(proof.ok());
    return *proof;
  }
  Asker asker() const { return {*scope_, base::UserId(1), "r"}; }

  std::optional<Searches> searches_;
};
VEDETTE_BOTH_STORES(SearchRemovalTest);

TEST_P(SearchRemovalTest, SearchesStayForEverUnlessTheProjectSaysOtherwise) {
  const std::string ref = search("Anna Petrova");
  clock_.advance(base::days(4000));
  EXPECT_EQ(remove().searches, 0);
  EXPECT_TRUE(is_there(ref));
}

TEST_P(SearchRemovalTest, EachKindGoesAfterItsOwnTimeAndTheRestStillFits) {
  const std::string old_search = search("Anna Petrova");
  const std::string old_batch = batch();
  clock_.advance(base::days(20));
  const std::string later = search("Boris Ivanov");
  const std::string later_batch = batch();
  keep(30, 45);
  clock_.advance(base::days(15));
  EXPECT_EQ(remove().searches, 1);
  EXPECT_FALSE(is_there(old_search));
  EXPECT_TRUE(is_there(later) && is_there(old_batch));
  EXPECT_TRUE(prove().whole());
  clock_.advance(base::days(11));
  const RemovedSearches second = remove();
  EXPECT_EQ(second.searches, 0);
  EXPECT_EQ(second.batches, 1);
  EXPECT_FALSE(is_there(old_batch));
  EXPECT_TRUE(is_there(later) && is_there(later_batch));
  const SearchProof proof = prove();
  EXPECT_TRUE(proof.whole()) << (proof.bad.empty() ? "" : proof.bad.front().reason);
  EXPECT_EQ(proof.searches, 2);
  EXPECT_TRUE(ledger_->verify_audit_chain(*scope_)->whole());
}

TEST_P(SearchRemovalTest, WhatSomebodyTookAwayIsStillFound) {
  search("Anna Petrova");
  clock_.advance(base::days(31));
  const std::string kept = search("Boris Ivanov");
  keep(30, 0);
  EXPECT_EQ(remove().searches, 1);
  EXPECT_GT(run(*connect(), Sql("delete from searches")), 0);
  const SearchProof proof = prove();
  ASSERT_EQ(proof.bad_count, 1);
  EXPECT_EQ(proof.bad.front().search, kept);
  EXPECT_EQ(proof.bad.front().reason, "it is gone");
}

TEST_P(SearchRemovalTest, LongQueuesGoInSteps) {
  for (int i = 0; i < 5; ++i)
    search("Anna Petrova");
  keep(1, 1);
  clock_.advance(base::days(2));
  EXPECT_TRUE(remove(2).more);
  EXPECT_TRUE(remove(2).more);
  EXPECT_FALSE(remove(2).more);
  EXPECT_TRUE(prove().whole());
}

TEST_P(SearchRemovalTest, EventsStayAsLongAsTheProjectWants) {
  serve({});
  ASSERT_EQ(save(profile::Family::kBusiness, {change("a", "Kestrel Harbour")}),
            std::vector<std::string>{"created"});
  SettingsChange change;
  change.event_retention_days = 90;
  ASSERT_TRUE(change_settings(*ledger_, *actor_, change).ok());
  const auto events = [&] {
    return std::get<0>(
        ledger::query_rows<std::int64_t>(*connect(), Sql("select count(*) from events"), {})
            ->front());
  };
  clock_.advance(base::days(89));
  ASSERT_TRUE(remove_outdated(*ledger_, operator_, clock_.now(), 100).ok());
  EXPECT_EQ(events(), 1);
  clock_.advance(base::days(2));
  ASSERT_TRUE(remove_outdated(*ledger_, operator_, clock_.now(), 100).ok());
  EXPECT_EQ(events(), 0);
}

}  // namespace
}  // namespace vedette::service
