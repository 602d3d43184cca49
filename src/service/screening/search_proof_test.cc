#include "service/screening/search_proof.h"

#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"
#include "service/screening/searches.h"

namespace vedette::service {
namespace {

using ledger::sql::Sql;

class SearchProofTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    searches_ = std::make_unique<Searches>(*ledger_);
    for (int i = 0; i < 3; ++i)
      refs_.push_back(make("Anna Petrova"));
    batch_ = make_batch();
    refs_.push_back(make("Boris Ivanov"));
  }

  std::string make(const std::string& name) {
    SearchQuestion question;
    question.name = name;
    const auto made = searches_->record(asker_, {.asked = clock_.now(),
                                                 .question = question,
                                                 .basis = {3, "1.0"},
                                                 .total = 2,
                                                 .hits = {{{1}, 97}, {{2}, 88}}});
    EXPECT_TRUE(made.ok());
    clock_.advance(base::seconds(1));
    return made->ref;
  }
  std::string make_batch() {
    const auto batch = searches_->begin_batch(asker_, "{}", {3, "1.0"}, 3);
    EXPECT_TRUE(batch.ok());
    const std::vector<NewBatchItem> first = {{"k1", "{\"n\":1}", "", 1, {{{1}, 90}}},
                                             {"k2", "{\"n\":2}", "", 0, {}}};
    const std::vector<NewBatchItem> second = {{"k3", "{\"n\":3}", "QUERY_TOO_EXPENSIVE", 0, {}}};
    EXPECT_TRUE(searches_->record_items(asker_, *batch, 0, first).ok());
    EXPECT_TRUE(searches_->record_items(asker_, *batch, 2, second).ok());
    EXPECT_TRUE(searches_->complete_batch(asker_, *batch, 1).ok());
    clock_.advance(base::seconds(1));
    return batch->ref;
  }

  SearchProof prove() {
    const auto proof = prove_searches(*ledger_, asker_.scope);
    EXPECT_TRUE(proof.ok()) << (proof.ok() ? "" : proof.error().message);
    return proof.ok() ? *proof : SearchProof{};
  }
  // What an intruder does to the ledger is found, and the search named; the chain stays whole.
  void expect_found(const Sql& tampering, const std::string& search, std::string_view reason) {
    EXPECT_GT(run(*connect(), tampering), 0);
    EXPECT_TRUE(ledger_->verify_audit_chain(asker_.scope)->whole());
    const auto bad = prove().bad;
    ASSERT_FALSE(bad.empty());
    EXPECT_EQ(bad.front().search, search);
    EXPECT_EQ(bad.front().reason, reason);
  }
  void expect_not_answered(const std::string& ref) {
    const auto found = searches_->find(asker_.scope, ref);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().cause, base::Cause::kCorrupt);
    EXPECT_EQ(found.error().details.front().code, "SEARCH_ALTERED");
  }

  const Asker asker_{operator_.project(base::ProjectId(1)), base::UserId(7), "request-1"};
  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<Searches> searches_;
  std::vector<std::string> refs_;
  std::string batch_;
};
VEDETTE_BOTH_STORES(SearchProofTest);

TEST_P(SearchProofTest, WhatWasRecordedFits) {
  for (int i = 0; i < 300; ++i)
    make("Carla Rossi");
  const SearchProof proof = prove();
  EXPECT_TRUE(proof.whole());
  EXPECT_EQ(proof.searches, 305);
  EXPECT_EQ(proof.items, 3);
  for (const std::string& ref : refs_)
    EXPECT_TRUE(searches_->find(asker_.scope, ref).ok());
  EXPECT_TRUE(searches_->find(asker_.scope, batch_).ok());
}

// As versions before this one recorded `items: []`: a batch of no names, begun and completed.
TEST_P(SearchProofTest, ABatchWithoutNamesFitsAndIsReadBack) {
  const auto empty = searches_->begin_batch(asker_, "{}", {3, "1.0"}, 0);
  ASSERT_TRUE(empty.ok());
  const auto broken_off = searches_->begin_batch(asker_, "{}", {3, "1.0"}, 0);
  ASSERT_TRUE(broken_off.ok());
  ASSERT_TRUE(searches_->complete_batch(asker_, *empty, 0).ok());
  const SearchProof proof = prove();
  EXPECT_TRUE(proof.whole()) << proof.bad.front().search << ": " << proof.bad.front().reason;
  EXPECT_EQ(proof.searches, 7);
  EXPECT_TRUE(searches_->find(asker_.scope, empty->ref).ok());
  EXPECT_TRUE(searches_->find(asker_.scope, broken_off->ref).ok());
  // It is held to its entry as any other.
  EXPECT_EQ(run(*connect(), "update searches set completed_at = 5 where completed_at is null"), 1);
  EXPECT_EQ(prove().bad.at(0).reason, "it was never completed");
  expect_found("update searches set question = '[]' where question = '{}' and batch_items = 0",
               empty->ref, "its question or its hits are others");
  expect_not_answered(empty->ref);
}

TEST_P(SearchProofTest, EverySearchThatDoesNotFitIsNamedOnce) {
  run(*connect(), "update searches set total = 9 where search_id in (1, 3)");
  run(*connect(), "delete from search_items");
  const SearchProof proof = prove();
  EXPECT_EQ(proof.bad_count, 3);
  ASSERT_EQ(proof.bad.size(), 3U);
  EXPECT_EQ(proof.bad[0].search, refs_[0]);
  EXPECT_EQ(proof.bad[1].search, refs_[2]);
  EXPECT_EQ(proof.bad[2].search, batch_);
  EXPECT_EQ(proof.searches, 3);
}

TEST_P(SearchProofTest, AnAnswerMadeEmptyIsFoundAndNotReadBack) {
  expect_found("update searches set total = 0 where total > 0 and search_id > 1", refs_[1],
               "its total is another");
  EXPECT_TRUE(searches_->find(asker_.scope, refs_[0]).ok());
  expect_not_answered(refs_[1]);
}

TEST_P(SearchProofTest, OtherHitsAreFound) {
  const std::string hits(33, 'x');
  EXPECT_EQ(run(*connect(), "update searches set hits = $1 where search_id = 3",
                {ledger::sql::Value(ledger::sql::Bytes{hits})}),
            1);
  EXPECT_EQ(prove().bad.at(0).search, refs_[2]);
  expect_not_answered(refs_[2]);
}

TEST_P(SearchProofTest, AnotherNameIsFound) {
  expect_found("update searches set question = replace(question, 'Anna', 'Anne')", refs_[0],
               "its question or its hits are others");
  expect_not_answered(refs_[0]);
}

TEST_P(SearchProofTest, AnotherUserTimeOrBasisIsFound) {
  expect_found("update searches set user_id = 8 where search_id = 1", refs_[0],
               "its user is another");
  run(*connect(), "update searches set user_id = 7");
  expect_found("update searches set at = at + 5000 where search_id = 1", refs_[0],
               "its time is another");
  expect_not_answered(refs_[0]);
  run(*connect(), "update searches set at = at - 5000 where search_id = 1");
  expect_found("update searches set engine_version = '9' where search_id = 1", refs_[0],
               "its engine is another");
  run(*connect(), "update searches set engine_version = '1.0'");
  expect_found("update searches set generation = 2 where search_id = 1", refs_[0],
               "its generation is another");
}

TEST_P(SearchProofTest, AnExchangedSearchIsFound) {
  run(*connect(), "update searches set ref = 'x' where search_id = 1");
  run(*connect(), "delete from searches where search_id = 2");
  expect_found("update searches set search_id = 2 where search_id = 1", refs_[0], "it is gone");
}

TEST_P(SearchProofTest, ASearchThatWasNeverMadeIsFound) {
  expect_found(
      "insert into searches select project_id, 99, 'forged', at, user_id, request_id, generation,"
      " engine_version, batch_items, completed_at, question, total, hits, parties from searches"
      " where search_id = 1",
      "beside the 5 recorded", "it was never made: the audit chain has no entry of it");
  expect_not_answered("forged");
}

TEST_P(SearchProofTest, NamesOfABatchAreHeldToTheirDigest) {
  const std::string first = "its names from 0 on, 2 of them, are not what was answered";
  for (const Sql& tampering : {Sql("update search_items set total = 0 where item = 0"),
                               Sql("update search_items set item_key = 'k9' where item = 0"),
                               Sql("delete from search_items where item = 0")}) {
    expect_found(tampering, batch_, first);
  }
}

TEST_P(SearchProofTest, ANameAddedToABatchAndAnotherTotalOfItAreFound) {
  expect_found(
      "insert into search_items select project_id, search_id, 3, 'k4', question, failure, total,"
      " hits from search_items where item = 0",
      batch_, "it has names that were never recorded");
  expect_found("update searches set total = 0 where batch_items > 0", batch_,
               "its total is another");
}

}  // namespace
}  // namespace vedette::service
