#include "service/erasure/erasure.h"

#include <gtest/gtest.h>

#include <fstream>

#include "service/erasure/erasures.h"
#include "service/screening/search_proof.h"
#include "service/screening/searches.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using ledger::sql::Sql;

const base::Key256 kKey{1, 2, 3};

class ErasureTest : public testing::MonitoringTest {
 protected:
  void save(const std::string& id, const std::string& name) {
    ASSERT_EQ(MonitoringTest::save(profile::Family::kIndividual, {change(id, name)}),
              std::vector<std::string>{"created"});
  }
  std::string search(const std::string& name) {
    SearchQuestion question;
    question.name = name;
    Searches searches(*ledger_);
    const auto made = searches.record(
        {*scope_, base::UserId(1), "r"},
        {.asked = clock_.now(), .question = question, .basis = {1, "1.0"}, .total = 0, .hits = {}});
    EXPECT_TRUE(made.ok());
    return made->ref;
  }
  ErasureCounts erase(const std::string& id, const std::string& name) {
    const auto person = Person::of(kKey, id, name);
    EXPECT_TRUE(person.ok());
    const auto counted = count_traces(*ledger_, *scope_, *person);
    const auto done = erase_person(*ledger_, *actor_, *person, clock_.now());
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
    // The dry run told what was then done, and nothing is left.
    EXPECT_EQ(counted->json(), done->json());
    EXPECT_EQ(count_traces(*ledger_, *scope_, *person)->total(), 0);
    return *done;
  }
  void expect_whole() {
    EXPECT_TRUE(ledger_->verify_audit_chain(*scope_)->whole());
    const auto proof = prove_searches(*ledger_, *scope_);
    ASSERT_TRUE(proof.ok());
    EXPECT_TRUE(proof->whole()) << (proof->bad.empty() ? "" : proof->bad.front().reason);
  }
  // Whether a text is left in any table that tells of people.
  std::int64_t left(const std::string& text) {
    std::int64_t rows = 0;
    for (const Sql& sql : {Sql("select count(*) from records where name like $1"),
                           Sql("select count(*) from searches where question like $1"),
                           Sql("select count(*) from search_items where question like $1"),
                           Sql("select count(*) from events where data like $1"),
                           Sql("select count(*) from idempotency_keys where answer like $1"),
                           Sql("select count(*) from audit_payloads where payload like $1")}) {
      const std::string pattern = "%" + text + "%";
      const std::array<ledger::sql::Value, 1> values{ledger::sql::bind(pattern)};
      const auto found = ledger::query_rows<std::int64_t>(*connect(), sql, values);
      EXPECT_TRUE(found.ok());
      if (found.ok()) rows += std::get<0>(found->front());
    }
    return rows;
  }
};

TEST_P(ErasureTest, ARecordAndWhatTellsOfItGoAndTheChainHolds) {
  serve({});
  save("C-1", "Vasco Orlok");
  save("C-2", "Ida Brandt");
  const ErasureCounts gone = erase("C-1", "");
  EXPECT_EQ(gone.records, 1);
  EXPECT_GE(gone.events, 1);
  EXPECT_GE(gone.audit_payloads, 1);
  EXPECT_EQ(left("Vasco Orlok"), 0);
  EXPECT_EQ(left("C-1"), 0);
  EXPECT_GT(left("Ida Brandt"), 0);
  EXPECT_FALSE(records_->find(*scope_, profile::Family::kIndividual, "C-1").ok());
  EXPECT_TRUE(records_->find(*scope_, profile::Family::kIndividual, "C-2").ok());
  expect_whole();
}

TEST_P(ErasureTest, SearchesForANameGoWhateverItsCaseAndAccents) {
  serve({});
  const std::string theirs = search("VÁSCO Orlok");
  const std::string others = search("Ida Brandt");
  save("C-1", "Vasco Orlok");
  const ErasureCounts gone = erase("", "vasco orlok");
  EXPECT_EQ(gone.searches, 1);
  EXPECT_EQ(gone.records, 1);
  Searches searches(*ledger_);
  const auto found = searches.find(*scope_, theirs);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().details.front().code, kSearchErased);
  EXPECT_TRUE(searches.find(*scope_, others).ok());
  expect_whole();
}

TEST_P(ErasureTest, OneNameOfABatchGoesAndTheOthersStay) {
  serve({});
  Searches searches(*ledger_);
  const Asker asker{*scope_, base::UserId(1), "r"};
  const auto batch = searches.begin_batch(asker, "{}", {1, "1.0"}, 2);
  ASSERT_TRUE(batch.ok());
  const std::vector<NewBatchItem> items = {{"k1", R"({"name":"Vasco Orlok"})", "", 0, {}},
                                           {"k2", R"({"name":"Ida Brandt"})", "", 0, {}}};
  ASSERT_TRUE(searches.record_items(asker, *batch, 0, items).ok());
  ASSERT_TRUE(searches.complete_batch(asker, *batch, 0).ok());
  EXPECT_EQ(erase("", "Vasco Orlok").batch_names, 1);
  const auto found = searches.find(*scope_, batch->ref);
  ASSERT_TRUE(found.ok()) << found.error().message;
  const auto names = searches.items(*scope_, batch->id, 0, 10);
  ASSERT_TRUE(names.ok());
  EXPECT_EQ(names->at(0).failure, kNameErased);
  EXPECT_EQ(names->at(0).key, "");
  EXPECT_EQ(names->at(1).key, "k2");
  expect_whole();
}

// A query that somebody else blanked is found: its entry is still there.
TEST_P(ErasureTest, ABlankedSearchIsNotTakenForAnErasedOneByVerify) {
  serve({});
  search("Ida Brandt");
  ASSERT_GT(run(*connect(), Sql("update searches set question = ''")), 0);
  const auto proof = prove_searches(*ledger_, *scope_);
  ASSERT_TRUE(proof.ok());
  EXPECT_FALSE(proof->whole());
}

VEDETTE_BOTH_STORES(ErasureTest);

TEST(Person, IsToldByDigestsAlone) {
  const auto person = Person::of(kKey, "C-1", "Vasco Orlok");
  ASSERT_TRUE(person.ok());
  EXPECT_EQ(person->json().find("Orlok"), std::string::npos);
  const auto again = Person::from_json(kKey, person->json());
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->is_id("C-1") && again->is_name(" VASCO orlók "));
  EXPECT_FALSE(again->is_id("C-2") || again->is_name("Vasco"));
  EXPECT_FALSE(Person::of(kKey, "", " ").ok());
  EXPECT_FALSE(Person::from_json(kKey, "{}").ok());
}

class ErasuresTest : public ErasureTest {
 protected:
  void SetUp() override {
    ErasureTest::SetUp();
    serve({});
  }
  Erasures erasures() {
    return Erasures({.ledger = *ledger_,
                     .clock = clock_,
                     .key = key_,
                     .signer = signer_,
                     .file = ErasureFile(folder_.path() / "erasures.jsonl"),
                     .program = "test"});
  }
  TrustedSigners trusted() const { return {.key = signer_.public_key(), .endorsed_by = {}}; }
  Erasures::Done erase_by_id(const std::string& id) {
    const auto person = erasures().person(id, "");
    const auto done = erasures().erase(*actor_, *person);
    EXPECT_TRUE(done.ok());
    return *done;
  }
  // As if the ledger were put back to a day before the erasures.
  void forget_erasures() { EXPECT_GT(run(*connect(), Sql("delete from erasures")), 0); }

  const DocumentSigner signer_{base::KeyPair(base::Key256{7}), key_};
};

TEST_P(ErasuresTest, WhoWasErasedDoesNotComeBackWithAnOlderLedger) {
  save("C-1", "Vasco Orlok");
  const Erasures::Done done = erase_by_id("C-1");
  EXPECT_EQ(done.counts.records, 1);
  EXPECT_EQ(done.erasure.certificate.find("C-1"), std::string::npos);
  const auto scope = operator_;
  // The ledger has seen it: nothing is done again, even if the person has become a customer again.
  save("C-1", "Vasco Orlok");
  ASSERT_EQ(erasures().reapply(scope, trusted())->erasures, 0);
  EXPECT_EQ(left("Vasco"), 2);
  forget_erasures();
  const auto again = erasures().reapply(scope, trusted());
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->erasures, 1);
  EXPECT_EQ(again->counts.records, 1);
  EXPECT_EQ(left("Vasco"), 0);
  EXPECT_EQ(erasures().find(*scope_, done.erasure.id)->certificate, done.erasure.certificate);
  EXPECT_EQ(erasures().reapply(scope, trusted())->erasures, 0);
  expect_whole();
}

TEST_P(ErasuresTest, NothingOfThePersonStaysInTheFilesOfTheLedger) {
  save("C-1", "Vasco Orlok");
  erase_by_id("C-1");
  for (const char* file : {"ledger.db", "ledger.db-wal"}) {
    std::ifstream in(folder_.path() / file, std::ios::binary);  // PostgreSQL has none of them
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(bytes.find("Orlok"), std::string::npos) << file;
  }
}

TEST_P(ErasuresTest, AStrangerCannotOrderAnErasure) {
  save("C-1", "Vasco Orlok");
  const DocumentSigner stranger(base::KeyPair(base::Key256{9}), ledger::ServerKey(base::Key256{9}));
  const Erasures theirs({.ledger = *ledger_,
                         .clock = clock_,
                         .key = key_,
                         .signer = stranger,
                         .file = ErasureFile(folder_.path() / "erasures.jsonl"),
                         .program = "test"});
  ASSERT_TRUE(theirs.erase(*actor_, *theirs.person("C-2", "")).ok());
  forget_erasures();
  EXPECT_EQ(erasures().reapply(operator_, trusted()).error().cause, base::Cause::kForbidden);
  EXPECT_GT(left("Vasco"), 0);
}

TEST_P(ErasuresTest, TheFileIsMadeAnewFromTheLedger) {
  const std::string id = erase_by_id("C-1").erasure.id;
  const auto path = folder_.path() / "erasures.jsonl";
  // Of a process that was killed while it wrote.
  std::ofstream(path) << R"({"id":"cut)";
  ASSERT_TRUE(erasures().reapply(operator_, trusted()).ok());
  const auto read = ErasureFile(path).read();
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->size(), 1u);
  EXPECT_EQ(read->front().id, id);
}

VEDETTE_BOTH_STORES(ErasuresTest);

}  // namespace
}  // namespace vedette::service
