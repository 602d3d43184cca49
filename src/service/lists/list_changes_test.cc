#include <gtest/gtest.h>

#include <fstream>

#include "catalogue/testing/sample_profiles.h"
#include "ledger/testing/store_fixture.h"
#include "service/lists/list_audit.h"
#include "service/lists/list_import.h"
#include "service/lists/list_removal.h"
#include "service/lists/list_updates.h"

// What changes the lists, by whom, and what the ledger says of it, on both stores.

namespace vedette::service {
namespace {

namespace fs = std::filesystem;

class ListChangesTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_TRUE(ledger_);
    audit_.emplace(*ledger_);
  }

  // A file of our own JSON lines: people of a list, published on a day.
  std::string people(const std::string& list, int count, const std::string& published) {
    const std::string path = folder_.path() / (list + "-" + published + ".jsonl");
    std::ofstream file(path);
    file << R"({"listHeader":{"list":")" << list << R"(","name":"List","date":")" << published
         << "\"}}\n";
    for (int i = 0; i < count; ++i)
      file << R"({"kind":"person","list":")" << list << R"(","record":")" << i
           << R"(","names":[{"text":"Person Number)" << i << R"("}]})"
           << "\n";
    return path;
  }
  ImportRequest request_for(const std::string& file) const {
    ImportRequest request;
    request.groups = {{.files = {file}}};
    return request;
  }
  // As `vedette lists import` does it.
  base::Result<ImportReport> import(ImportRequest request) {
    request.record = [this, request](const ImportReport& report) {
      return audit_->imported({.name = "operator"}, request, report);
    };
    return import_lists(store_, analyser_, clock_, request, [](const ImportProgress&) {});
  }
  base::Result<RemovalReport> remove(const std::string& list) {
    RemovalRequest request{.list = list};
    request.record = [this](const RemovalReport& report) {
      return audit_->removed({.name = "operator"}, report);
    };
    return remove_list(store_, analyser_, clock_, request);
  }
  std::vector<std::string> lists() const {
    std::vector<std::string> keys;
    const auto opened = store_.open_current();
    for (const auto& list : opened->catalogue->lists())
      keys.push_back(list.key);
    return keys;
  }
  // action, actor and payload of every entry of the installation's chain.
  std::vector<std::tuple<std::string, std::string, std::string>> entries() {
    const auto rows = ledger_->read(operator_, [](ledger::OperatorReader& reader) {
      return reader.rows<std::string, std::string, std::string>(
          "select e.action, e.actor, p.payload from audit_entries e join audit_payloads p"
          " on p.project_id = e.project_id and p.sequence = e.sequence"
          " where e.project_id = 0 order by e.sequence");
    });
    EXPECT_TRUE(rows.ok()) << rows.error().message;
    const auto report = ledger_->verify_audit_chain(operator_);
    EXPECT_TRUE(report.ok() && report->whole());
    return *rows;
  }
  WorkLease lease(std::string node) {
    return WorkLease({.ledger = *ledger_,
                      .clock = clock_,
                      .work = "lists.update",
                      .node = std::move(node),
                      .span = base::seconds(600)});
  }

  std::unique_ptr<ledger::Ledger> ledger_;
  std::optional<ListAudit> audit_;
  const names::Analyser& analyser_ = catalogue::sample_analyser();
  catalogue::Store store_ = catalogue::Store::open(folder_.path() / "catalogue").value();
};

TEST_P(ListChangesTest, EveryImportedListStandsInTheAuditChainWithItsContent) {
  const auto report = import(request_for(people("red", 3, "2026-03-01")));
  ASSERT_TRUE(report.ok()) << report.error().message;
  const auto all = entries();
  ASSERT_EQ(all.size(), 1u);
  const auto& [action, actor, payload] = all.front();
  EXPECT_EQ(action, "lists.imported");
  EXPECT_EQ(actor, "operator");
  EXPECT_NE(payload.find(R"("list":"red","generation":1)"), std::string::npos) << payload;
  EXPECT_NE(payload.find(R"("published":"2026-03-01")"), std::string::npos) << payload;
  EXPECT_NE(payload.find(report->lists.front().checksum), std::string::npos) << payload;
}

TEST_P(ListChangesTest, WhenTheAuditEntryCannotBeWrittenNothingIsChanged) {
  ASSERT_TRUE(import(request_for(people("red", 3, "2026-03-01"))).ok());
  ImportRequest request = request_for(people("red", 4, "2026-03-02"));
  request.record = [](const ImportReport&) {
    return base::Result<void>(base::Error(base::Cause::kUnavailable, "the ledger is gone"));
  };
  const auto refused =
      import_lists(store_, analyser_, clock_, request, [](const ImportProgress&) {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(store_.generations(), std::vector<std::uint64_t>{1});
  EXPECT_EQ(store_.open_current()->catalogue->meta().live_profiles, 3u);
}

TEST_P(ListChangesTest, AnOlderPublicationIsRefusedUnlessToldOtherwise) {
  ASSERT_TRUE(import(request_for(people("red", 3, "2026-03-02"))).ok());
  ImportRequest older = request_for(people("red", 3, "2026-03-01"));
  const auto refused = import(older);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("2026-03-01, older than the one that serves, which is of "
                                         "2026-03-02"),
            std::string::npos)
      << refused.error().message;
  EXPECT_NE(refused.error().message.find("--allow-older"), std::string::npos);
  EXPECT_EQ(store_.generations(), std::vector<std::uint64_t>{1});
  older.allow_older = true;
  ASSERT_TRUE(import(older).ok());
  EXPECT_NE(std::get<2>(entries().back()).find(R"("allowOlder":"yes")"), std::string::npos);
}

TEST_P(ListChangesTest, TheSameDayALaterDayAndAVaguerDateAreNotOlder) {
  ASSERT_TRUE(import(request_for(people("red", 3, "2026-03-02"))).ok());
  EXPECT_TRUE(import(request_for(people("red", 4, "2026-03-02"))).ok());
  EXPECT_TRUE(import(request_for(people("red", 4, "2026-03"))).ok());
  EXPECT_TRUE(import(request_for(people("red", 4, "2026-02"))).error().message.find("older") !=
              std::string::npos);
  EXPECT_TRUE(import(request_for(people("blue", 4, "2020-01-01"))).ok());
}

TEST_P(ListChangesTest, ARemovedListIsGoneTheOthersStayAndTheChainSaysWho) {
  ASSERT_TRUE(import(request_for(people("red", 3, "2026-03-01"))).ok());
  ASSERT_TRUE(import(request_for(people("blue", 2, "2026-03-01"))).ok());
  const auto report = remove("red");
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->generation, 3u);
  EXPECT_EQ(report->profiles.removed, 3u);
  EXPECT_EQ(report->profiles.carried, 2u);
  EXPECT_EQ(lists(), std::vector<std::string>{"blue"});
  EXPECT_EQ(store_.open_current()->catalogue->meta().live_profiles, 2u);
  EXPECT_EQ(std::get<0>(entries().back()), "lists.removed");
  // And it can come back.
  ASSERT_TRUE(import(request_for(people("red", 3, "2026-02-01"))).ok());
  EXPECT_EQ(store_.open_current()->catalogue->meta().live_profiles, 5u);
}

TEST_P(ListChangesTest, TheOnlyListIsNotRemovedAndAnUnknownOneIsNamed) {
  ASSERT_TRUE(import(request_for(people("red", 3, "2026-03-01"))).ok());
  const auto unknown = remove("rad");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().cause, base::Cause::kNotFound);
  EXPECT_EQ(unknown.error().message, "there is no list rad; there are: red");
  EXPECT_EQ(store_.generations(), std::vector<std::uint64_t>{1});
  const auto only = remove("red");
  ASSERT_FALSE(only.ok());
  EXPECT_EQ(only.error().cause, base::Cause::kConflict);
  EXPECT_EQ(store_.open_current()->catalogue->meta().live_profiles, 3u);
  EXPECT_EQ(store_.generations(), std::vector<std::uint64_t>{1});
}

TEST_P(ListChangesTest, AListThatAnEnabledSourceBringsIsNotRemoved) {
  const SourceFolder folder(folder_.path() / "sources");
  SourceState state;
  state.lists.push_back({"red", "sum"});
  ASSERT_TRUE(folder.save("web", state).ok());
  std::vector<ListSource> sources(1);
  sources[0].id = "web";
  sources[0].enabled = true;
  const auto refused = check_no_source_brings("red", sources, folder);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("the source web is enabled"), std::string::npos);
  EXPECT_TRUE(check_no_source_brings("blue", sources, folder).ok());
  sources[0].enabled = false;
  EXPECT_TRUE(check_no_source_brings("red", sources, folder).ok());
}

TEST_P(ListChangesTest, OneNodeAtATimeHasTheLeaseAndEachLeaseHasAHigherFence) {
  WorkLease one = lease("one");
  WorkLease two = lease("two");
  const auto first = one.take();
  ASSERT_TRUE(first.ok()) << first.error().message;
  ASSERT_TRUE(first->has_value());
  EXPECT_FALSE(two.take()->has_value());
  EXPECT_TRUE(one.hold(**first).ok());
  EXPECT_GT(one.take()->value(), **first);  // after a restart, at once
  clock_.advance(base::seconds(601));
  const auto second = two.take();
  ASSERT_TRUE(second->has_value());
  EXPECT_GT(**second, **first + 1);
  EXPECT_FALSE(one.take()->has_value());
  ASSERT_TRUE(two.give_back(**second).ok());
  EXPECT_TRUE(one.take()->has_value());
}

TEST_P(ListChangesTest, ANodeThatLostItsLeaseCanNeitherProlongItNorSwitchTheLists) {
  ASSERT_TRUE(import(request_for(people("red", 3, "2026-03-01"))).ok());
  WorkLease slow = lease("slow");
  WorkLease quick = lease("quick");
  const std::int64_t fence = **slow.take();
  clock_.advance(base::seconds(601));
  ASSERT_TRUE(quick.take()->has_value());
  EXPECT_EQ(slow.hold(fence).error().cause, base::Cause::kConflict);
  ImportRequest request = request_for(people("red", 4, "2026-03-02"));
  request.record = [&](const ImportReport& report) {
    return audit_->imported({}, request, report, {&slow, fence});
  };
  const auto refused =
      import_lists(store_, analyser_, clock_, request, [](const ImportProgress&) {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, base::Cause::kConflict);
  EXPECT_EQ(store_.open_current()->catalogue->meta().live_profiles, 3u);
  EXPECT_EQ(entries().size(), 1u);
}

// A server's schedule over a source that cannot be reached: a try is enough to see who tries.
class ScheduleTest : public ListChangesTest {
 protected:
  struct Node {
    Node(ScheduleTest& test, const std::string& name)
        : folder(test.folder_.path() / name), lease(test.lease(name)) {
      ListSource source;
      source.id = "web";
      source.enabled = true;
      source.urls = {"https://127.0.0.1/never"};  // refused before anything is sent
      updates.emplace(UpdateParts{.store = test.store_,
                                  .folder = folder,
                                  .analyser = test.analyser_,
                                  .clock = test.clock_,
                                  .audit = &*test.audit_},
                      std::vector<ListSource>{source}, base::seconds(3600), &lease);
    }
    bool tried() const { return folder.load("web").tried.unix_millis != 0; }
    bool waits_until_tried() const {
      const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
      while (!tried() && std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
      return tried();
    }
    SourceFolder folder;
    WorkLease lease;
    std::optional<ListUpdates> updates;
  };
};

TEST_P(ScheduleTest, WhileAnotherNodeUpdatesTheScheduleWaitsAndRunsWhenTheLeaseIsFree) {
  WorkLease other = lease("other");
  const std::int64_t fence = **other.take();
  Node node(*this, "here");
  // Asked for by somebody, an update runs at once, lease or not.
  ASSERT_TRUE(node.updates->start({.by = {.name = "user:7", .request_id = "r-1"}}).ok());
  ASSERT_TRUE(node.waits_until_tried());

  Node second(*this, "there");
  ASSERT_TRUE(other.hold(fence).ok());
  EXPECT_FALSE(second.tried());
  ASSERT_TRUE(other.give_back(fence).ok());
  // The schedule looks again; how often time has to pass depends on when it looked last.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (!second.tried() && std::chrono::steady_clock::now() < deadline) {
    clock_.advance(base::seconds(1));
    std::this_thread::yield();
  }
  EXPECT_TRUE(second.tried());
}

VEDETTE_BOTH_STORES(ListChangesTest);
VEDETTE_BOTH_STORES(ScheduleTest);

}  // namespace
}  // namespace vedette::service
