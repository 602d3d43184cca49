#include "service/lists/shared_generations.h"

#include <gtest/gtest.h>

#include <fstream>

#include "catalogue/testing/sample_profiles.h"
#include "ledger/testing/store_fixture.h"
#include "service/lists/list_audit.h"

// Several servers on one ledger: what one of them imports, all serve.

namespace vedette::service {
namespace {

namespace fs = std::filesystem;

class SharedGenerationsTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_TRUE(ledger_);
  }

  // A server with a folder of its own, or what a command does on its machine.
  struct Node {
    Node(SharedGenerationsTest& test, const std::string& name)
        : test_(test),
          store(catalogue::Store::open(test.folder_.path() / name).value()),
          shared({.ledger = *test.ledger_,
                  .store = store,
                  .exchange = test.exchange(),
                  .clock = test.clock_,
                  .node = name,
                  .keep = {.rules = {.all = base::days(2), .daily = base::days(2), .most = 100}}}),
          audit(*test.ledger_, &shared) {}

    // As an import of so many people does it, up to the moment before it is recorded.
    ImportRequest request(int people) const {
      const std::string path =
          test_.folder_.path() / (std::to_string(people) + "-" + base::random_token(6) + ".jsonl");
      std::ofstream file(path);
      file << R"({"listHeader":{"list":"red","name":"List","date":"2026-03-01"}})"
           << "\n";
      for (int i = 0; i < people; ++i)
        file << R"({"kind":"person","list":"red","record":")" << i
             << R"(","names":[{"text":"Person Number)" << i << R"("}]})"
             << "\n";
      ImportRequest made;
      made.groups = {{.files = {path}}};
      return made;
    }
    base::Result<ImportReport> import(ImportRequest made) const {
      made.record = [this, made](const ImportReport& report) {
        return audit.imported({.name = "operator"}, made, report);
      };
      return import_lists(store, catalogue::sample_analyser(), test_.clock_, made,
                          [](const ImportProgress&) {});
    }
    base::Result<ImportReport> import(int people) const { return import(request(people)); }

    // Follows to the end.
    base::Result<void> follow() {
      while (true) {
        VEDETTE_ASSIGN(const bool more, shared.follow());
        if (!more) return {};
      }
    }
    std::uint64_t people() const {
      const auto opened = store.open_current();
      return opened.ok() ? opened->catalogue->meta().live_profiles : 0;
    }
    Readiness readiness() const {
      Readiness now;
      const auto current = store.current();
      if (current.ok() && *current)
        now.generation = static_cast<std::int64_t>((*current)->generation);
      shared.describe(now);
      return now;
    }

    SharedGenerationsTest& test_;
    catalogue::Store store;
    SharedGenerations shared;
    ListAudit audit;
  };

  catalogue::Exchange exchange() const {
    return catalogue::Exchange::open(folder_.path() / "exchange").value();
  }
  // The audit entries of imports.
  std::int64_t imports() {
    const auto rows = ledger_->read(operator_, [](ledger::OperatorReader& reader) {
      return reader.rows<std::int64_t>(
          "select sequence from audit_entries where action = 'lists.imported'");
    });
    return static_cast<std::int64_t>(rows->size());
  }

  std::unique_ptr<ledger::Ledger> ledger_;
};

TEST_P(SharedGenerationsTest, WhatOneServerImportsAllServeUnderTheSameNumberAndTime) {
  Node one(*this, "one");
  Node two(*this, "two");
  ASSERT_TRUE(one.import(3).ok());
  clock_.advance(base::seconds(5));
  ASSERT_TRUE(two.follow().ok());
  EXPECT_EQ(two.people(), 3u);
  EXPECT_EQ(two.store.served_since(1), one.store.served_since(1));
  EXPECT_EQ(catalogue::bytes_of(two.store.path_of(1)), catalogue::bytes_of(one.store.path_of(1)));
  // The other way round: the second builds upon what the first one made.
  ASSERT_TRUE(two.import(4).ok());
  ASSERT_TRUE(one.follow().ok());
  EXPECT_EQ(one.people(), 4u);
  EXPECT_EQ(one.store.current().value()->generation, 2u);
}

TEST_P(SharedGenerationsTest, OfTwoServersThatBuildAtTheSameTimeOneIsRefusedAndFollows) {
  Node one(*this, "one");
  Node two(*this, "two");
  ASSERT_TRUE(one.import(3).ok());
  ASSERT_TRUE(two.follow().ok());
  ImportRequest slow = two.request(5);
  bool first = true;
  slow.cancelled = [&] { return false; };
  // While the second reads its file the first one publishes.
  const ImportRequest quick = one.request(4);
  slow.record = [&](const ImportReport& report) -> base::Result<void> {
    if (std::exchange(first, false)) {
      EXPECT_TRUE(one.import(quick).ok());
    }
    return two.audit.imported({.name = "operator"}, slow, report);
  };
  const auto refused = import_lists(two.store, catalogue::sample_analyser(), clock_, slow,
                                    [](const ImportProgress&) {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, base::Cause::kConflict);
  EXPECT_EQ(two.people(), 3u) << "the old generation goes on";
  EXPECT_EQ(imports(), 2) << "what was refused is in no audit chain";
  EXPECT_EQ(exchange().all().size(), 2u) << "nor in the shared directory";
  ASSERT_TRUE(two.follow().ok());
  EXPECT_EQ(two.people(), 4u);
  EXPECT_TRUE(two.import(5).ok()) << "tried again it goes through";
}

TEST_P(SharedGenerationsTest, ADamagedCopyIsNeverServedAndTheServerThatHasItWholeReplacesIt) {
  Node one(*this, "one");
  Node two(*this, "two");
  ASSERT_TRUE(one.import(3).ok());
  ASSERT_TRUE(two.follow().ok());
  ASSERT_TRUE(one.import(4).ok());
  for (const auto& entry : fs::directory_iterator(folder_.path() / "exchange")) {
    std::string bytes = catalogue::bytes_of(entry.path());
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(entry.path(), std::ios::binary) << bytes;
  }
  EXPECT_FALSE(two.follow().ok());
  EXPECT_EQ(two.people(), 3u);
  const Readiness behind = two.readiness();
  ASSERT_EQ(behind.warnings.size(), 1u);
  EXPECT_NE(behind.warnings[0].find("generation 2 was published"), std::string::npos);
  EXPECT_TRUE(behind.ready()) << "a moment behind is no reason to go";
  clock_.advance(base::seconds(61));
  EXPECT_FALSE(two.readiness().ready()) << "a minute behind is";
  ASSERT_TRUE(one.follow().ok());
  ASSERT_TRUE(two.follow().ok());
  EXPECT_EQ(two.people(), 4u);
  EXPECT_TRUE(two.readiness().ready());
  EXPECT_TRUE(two.readiness().warnings.empty());
}

TEST_P(SharedGenerationsTest, AServerThatDiesBetweenTheAnnouncementAndTheSwitchFindsItsOwnAgain) {
  Node one(*this, "one");
  ASSERT_TRUE(one.import(3).ok());
  ImportRequest request = one.request(4);
  request.record = [&](const ImportReport& report) -> base::Result<void> {
    EXPECT_TRUE(one.audit.imported({.name = "operator"}, request, report).ok());
    return base::Error(base::Cause::kUnavailable, "as if the process ended here");
  };
  ASSERT_FALSE(import_lists(one.store, catalogue::sample_analyser(), clock_, request,
                            [](const ImportProgress&) {})
                   .ok());
  EXPECT_EQ(one.people(), 3u);
  ASSERT_TRUE(one.follow().ok());
  EXPECT_EQ(one.people(), 4u);
}

TEST_P(SharedGenerationsTest, ALateServerGetsThePastThatIsKeptAndKnowsOfWhatIsGone) {
  Node one(*this, "one");
  for (int people = 3; people < 8; ++people) {
    ASSERT_TRUE(one.import(people).ok());
    clock_.advance(base::seconds(3600));
  }
  for (const auto& name : exchange().all())
    if (name.generation == 3) exchange().remove(name);
  Node late(*this, "late");
  ASSERT_TRUE(late.follow().ok());
  EXPECT_EQ(late.people(), 7u);
  EXPECT_EQ(late.store.generations(), (std::vector<std::uint64_t>{1, 2, 4, 5}));
  EXPECT_EQ(late.store.timeline(), one.store.timeline());
}

TEST_P(SharedGenerationsTest, AServerThatWasAloneBringsItsGenerationsAndAStrangerIsRefused) {
  Node one(*this, "one");
  Node stranger(*this, "stranger");
  // Both imported for themselves before they shared anything.
  for (Node* node : {&one, &stranger})
    for (const int people : {3, 4})
      ASSERT_TRUE(import_lists(node->store, catalogue::sample_analyser(), clock_,
                               node->request(people + (node == &one ? 0 : 10)),
                               [](const ImportProgress&) {})
                      .ok());
  ASSERT_TRUE(one.follow().ok());
  Node two(*this, "two");
  ASSERT_TRUE(two.follow().ok());
  EXPECT_EQ(two.people(), 4u);
  EXPECT_EQ(two.store.generations(), (std::vector<std::uint64_t>{1, 2}));
  const auto refused = stranger.follow();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, base::Cause::kUnsupported);
  EXPECT_NE(refused.error().message.find("move the folder away"), std::string::npos);
}

TEST_P(SharedGenerationsTest, WhatTheRulesGiveUpLeavesTheSharedDirectoryToo) {
  Node one(*this, "one");
  for (int people = 3; people < 6; ++people)
    ASSERT_TRUE(one.import(people).ok());
  clock_.advance(base::days(10));
  ASSERT_TRUE(one.import(6).ok());
  ASSERT_TRUE(one.follow().ok());
  std::vector<std::uint64_t> left;
  for (const auto& name : exchange().all())
    left.push_back(name.generation);
  EXPECT_EQ(left, (std::vector<std::uint64_t>{3, 4}));
  Node late(*this, "late");
  ASSERT_TRUE(late.follow().ok());
  EXPECT_EQ(late.store.generations(), left);
}

VEDETTE_BOTH_STORES(SharedGenerationsTest);

}  // namespace
}  // namespace vedette::service
