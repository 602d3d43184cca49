#include "ledger/ledger.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <atomic>
#include <latch>
#include <thread>
#include <utility>

#include "ledger/server_lock.h"
#include "ledger/testing/numbered_rows.h"
#include "ledger/testing/store_fixture.h"

namespace vedette::ledger {
namespace {

using base::Cause;
using base::Result;

// The tests keep their own rows in idempotency_keys: a project table with bytes, text and numbers.
constexpr sql::ProjectSql kPut =
    "insert into idempotency_keys (project_id, key_sha256, request_sha256, answer, created_at,"
    " expires_at) values ($1, $2, $3, $4, $5, 0)";
constexpr sql::ProjectSql kAll =
    "select answer from idempotency_keys where project_id = $1 order by created_at, answer";
constexpr sql::ProjectSql kCount = "select count(*) from idempotency_keys where project_id = $1";
constexpr sql::ProjectSql kGet =
    "select answer, created_at from idempotency_keys where project_id = $1 and key_sha256 = $2";

Result<void> put(ProjectWriter& writer, std::string_view text, std::int64_t number = 0) {
  const base::Sha256 digest = base::sha256(text);
  VEDETTE_TRY(writer.execute(kPut, digest, digest, text, number));
  writer.audit({"test.put", "service", "r-1", AuditPayload().add("text", text).json(), 0});
  return {};
}

class LedgerTest : public testing::StoreTest {
 protected:
  ProjectScope project(std::int64_t id) const { return operator_.project(base::ProjectId(id)); }

  static Result<void> write(Ledger& ledger, const ProjectScope& scope, std::string_view text,
                            std::int64_t number = 0) {
    return ledger.write(scope, [&](ProjectWriter& writer) { return put(writer, text, number); });
  }

  static std::vector<std::string> texts(Ledger& ledger, const ProjectScope& scope) {
    const auto rows =
        ledger.read(scope, [](ProjectReader& reader) { return reader.rows<std::string>(kAll); });
    EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : rows.error().message);
    std::vector<std::string> out;
    if (rows.ok())
      for (const auto& [text] : *rows)
        out.push_back(text);
    return out;
  }

  static ChainReport verified(Ledger& ledger, const ProjectScope& scope) {
    const auto report = ledger.verify_audit_chain(scope);
    EXPECT_TRUE(report.ok());
    return report.ok() ? *report : ChainReport{};
  }
};
VEDETTE_BOTH_STORES(LedgerTest);

TEST_P(LedgerTest, AcknowledgedChangesAreThereAfterReopening) {
  {
    const auto ledger = open();
    ASSERT_TRUE(write(*ledger, project(1), "kept").ok());
  }
  const auto ledger = open();
  EXPECT_EQ(texts(*ledger, project(1)), std::vector<std::string>{"kept"});
  EXPECT_EQ(verified(*ledger, project(1)).entries, 1);
}

TEST_P(LedgerTest, AProjectSeesItsOwnRowsOnly) {
  const auto ledger = open();
  ASSERT_TRUE(write(*ledger, project(1), "one").ok());
  ASSERT_TRUE(write(*ledger, project(2), "two").ok());
  EXPECT_EQ(texts(*ledger, project(1)), std::vector<std::string>{"one"});
  EXPECT_EQ(texts(*ledger, project(2)), std::vector<std::string>{"two"});
  EXPECT_TRUE(texts(*ledger, project(3)).empty());
}

TEST_P(LedgerTest, SqlInValuesIsJustText) {
  const auto ledger = open();
  const std::vector<std::string> hostile = {"'; drop table idempotency_keys; --",
                                            "$1",
                                            "?1",
                                            "\\'; delete from projects",
                                            "\"quoted\"",
                                            "%s%n",
                                            "a\nb\tc",
                                            "Ωμέγα 王小明",
                                            "' or '1'='1"};
  for (std::size_t i = 0; i < hostile.size(); ++i)
    ASSERT_TRUE(write(*ledger, project(1), hostile[i], static_cast<std::int64_t>(i)).ok());
  EXPECT_EQ(texts(*ledger, project(1)), hostile);
  EXPECT_TRUE(verified(*ledger, project(1)).whole());
}

TEST_P(LedgerTest, TextThatOneStoreCannotHoldIsRefusedByBoth) {
  const auto ledger = open();
  EXPECT_EQ(write(*ledger, project(1), std::string_view("a\0b", 3)).error().cause,
            Cause::kInvalidInput);
  EXPECT_EQ(write(*ledger, project(1), "\xff\xfe").error().cause, Cause::kInvalidInput);
  EXPECT_TRUE(write(*ledger, project(1), "fine").ok());
}

TEST_P(LedgerTest, ValuesComeBackAsTheyWere) {
  const auto ledger = open();
  const std::string every_byte = [] {
    std::string out;
    for (int i = 0; i < 256; ++i)
      out += static_cast<char>(i);
    return out;
  }();
  for (const std::int64_t number : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    const base::Sha256 digest = base::sha256(std::to_string(number));
    const auto result = ledger->write(
        project(1),
        [&](ProjectWriter& writer) -> Result<std::tuple<std::optional<std::string>, std::int64_t>> {
          VEDETTE_TRY(writer.execute(kPut, digest, sql::Bytes{every_byte}, std::nullopt, number));
          writer.audit({"test.put", "service", "", "", 0});
          VEDETTE_ASSIGN(auto row,
                         writer.maybe<std::optional<std::string>, std::int64_t>(kGet, digest));
          return std::move(row).value();
        });
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(std::get<0>(*result), std::nullopt);
    EXPECT_EQ(std::get<1>(*result), number);
  }
}

TEST_P(LedgerTest, AChangeWithoutAnAuditEntryIsRefusedAndUndone) {
  const auto ledger = open();
  const auto result = ledger->write(project(1), [](ProjectWriter& writer) -> Result<void> {
    const base::Sha256 digest = base::sha256("secretly");
    VEDETTE_TRY(writer.execute(kPut, digest, digest, "secretly", 0));
    return {};
  });
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().cause, Cause::kInternal);
  EXPECT_TRUE(texts(*ledger, project(1)).empty());
  EXPECT_EQ(verified(*ledger, project(1)).entries, 0);
}

TEST_P(LedgerTest, AFailedChangeLeavesNothingAndNoAuditEntry) {
  const auto ledger = open();
  ASSERT_TRUE(write(*ledger, project(1), "first").ok());
  EXPECT_EQ(write(*ledger, project(1), "first").error().cause, Cause::kConflict);
  const auto refused = ledger->write(project(1), [](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(put(writer, "half"));
    return base::Error(Cause::kNotFound, "the other half");
  });
  EXPECT_EQ(refused.error().cause, Cause::kNotFound);
  const auto thrown = ledger->write(project(1), [](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(put(writer, "thrown"));
    throw std::runtime_error("from a library");
  });
  EXPECT_EQ(thrown.error().cause, Cause::kInternal);
  EXPECT_EQ(texts(*ledger, project(1)), std::vector<std::string>{"first"});
  EXPECT_EQ(verified(*ledger, project(1)).entries, 1);
}

// Holds the writer inside a change until told, so that what is submitted meanwhile is one batch.
class HeldWriter {
 public:
  HeldWriter(Ledger& ledger, const ProjectScope& scope)
      : thread_([this, &ledger, scope] {
          EXPECT_TRUE(ledger
                          .write(scope,
                                 [this](ProjectWriter&) -> Result<void> {
                                   entered_.count_down();
                                   release_.wait();
                                   return {};
                                 })
                          .ok());
        }) {
    entered_.wait();
  }
  void release() { release_.count_down(); }

 private:
  std::latch entered_{1};
  std::latch release_{1};
  std::jthread thread_;
};

TEST_P(LedgerTest, ABadChangeDoesNotHarmTheOthersOfItsBatch) {
  const auto ledger = open();
  ASSERT_TRUE(write(*ledger, project(1), "there").ok());
  constexpr int kWriters = 20;
  std::atomic<int> good{0};
  std::atomic<int> conflicts{0};
  {
    std::vector<std::jthread> threads;
    HeldWriter held(*ledger, project(1));
    for (int i = 0; i < kWriters; ++i)
      threads.emplace_back([&, i] {
        const bool bad = i % 5 == 0;
        const auto result = write(*ledger, project(1 + i % 3), bad ? "there" : std::to_string(i));
        if (result.ok()) ++good;
        if (!result.ok() && result.error().cause == Cause::kConflict) ++conflicts;
      });
    held.release();
  }
  // "there" is new to projects 2 and 3; the first of two in one project wins.
  EXPECT_EQ(good + conflicts, kWriters);
  std::size_t stored = 0;
  for (int id = 1; id <= 3; ++id) {
    const auto report = verified(*ledger, project(id));
    EXPECT_TRUE(report.whole()) << report.reason;
    EXPECT_EQ(static_cast<std::size_t>(report.entries), texts(*ledger, project(id)).size());
    stored += texts(*ledger, project(id)).size();
  }
  EXPECT_EQ(stored, static_cast<std::size_t>(good) + 1);
}

TEST_P(LedgerTest, ManyWritersGiveOneChainWithoutGaps) {
  const auto ledger = open();
  constexpr int kThreads = 8;
  constexpr int kEach = 25;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < kEach; ++i)
          EXPECT_TRUE(write(*ledger, project(1), std::to_string(t) + "-" + std::to_string(i)).ok());
      });
  }
  const auto report = verified(*ledger, project(1));
  EXPECT_TRUE(report.whole()) << report.reason;
  EXPECT_EQ(report.entries, kThreads * kEach);
  EXPECT_EQ(texts(*ledger, project(1)).size(), std::size_t{kThreads * kEach});
}

// A command beside the server, or a second node: both append to the same chains.
TEST_P(LedgerTest, TwoProcessesShareTheChains) {
  const auto first = open();
  const auto second = open();
  constexpr int kEach = 30;
  {
    std::vector<std::jthread> threads;
    for (Ledger* ledger : {first.get(), second.get()})
      for (int t = 0; t < 2; ++t)
        threads.emplace_back([&, ledger, t] {
          const std::string name = ledger == first.get() ? "a" : "b";
          for (int i = 0; i < kEach; ++i) {
            const auto result = write(*ledger, project(1 + i % 2),
                                      name + std::to_string(t) + "-" + std::to_string(i));
            EXPECT_TRUE(result.ok()) << result.error().message;
          }
        });
  }
  for (int id = 1; id <= 2; ++id) {
    const auto report = verified(*first, project(id));
    EXPECT_TRUE(report.whole()) << report.reason;
    EXPECT_EQ(report.entries, kEach * 2);
  }
}

TEST_P(LedgerTest, AFullQueueSaysSoAtOnce) {
  settings_.write_queue = 1;
  const auto ledger = open();
  std::jthread waiting;
  HeldWriter held(*ledger, project(1));
  std::atomic<int> overloaded{0};
  std::atomic<int> good{0};
  {
    std::vector<std::jthread> threads;
    std::latch refused(3);
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&, i] {
        const auto result = write(*ledger, project(1), std::to_string(i));
        if (result.ok()) ++good;
        if (result.ok()) return;
        EXPECT_EQ(result.error().cause, Cause::kOverloaded);
        ++overloaded;
        refused.count_down();
      });
    refused.wait();
    held.release();
  }
  EXPECT_EQ(good, 1);
  EXPECT_EQ(overloaded, 3);
}

TEST_P(LedgerTest, AChangeThatWaitedTooLongIsNotRunLater) {
  const base::Millis usual = std::exchange(settings_.write_deadline, base::Millis{200});
  {
    const auto hurried = open();
    HeldWriter held(*hurried, project(1));
    EXPECT_EQ(write(*hurried, project(1), "late").error().cause, Cause::kTimeout);
    held.release();
  }
  settings_.write_deadline = usual;  // a busy disk alone may take longer than the hurried one waits
  const auto ledger = open();
  ASSERT_TRUE(write(*ledger, project(1), "next").ok());
  EXPECT_EQ(texts(*ledger, project(1)), std::vector<std::string>{"next"});
}

TEST_P(LedgerTest, AReaderCannotWrite) {
  const auto ledger = open();
  const auto result = ledger->read(project(1), [](ProjectReader& reader) -> Result<void> {
    const base::Sha256 digest = base::sha256("x");
    VEDETTE_TRY(reader.rows<std::int64_t>(kPut, digest, digest, "x", 0));
    return {};
  });
  EXPECT_EQ(result.error().cause, Cause::kUnavailable);
  EXPECT_TRUE(texts(*ledger, project(1)).empty());
}

TEST_P(LedgerTest, AReadSeesOneMoment) {
  const auto ledger = open();
  ASSERT_TRUE(write(*ledger, project(1), "before").ok());
  const auto counts = ledger->read(
      project(1), [&](ProjectReader& reader) -> Result<std::pair<std::int64_t, std::int64_t>> {
        VEDETTE_ASSIGN(const auto first, reader.maybe<std::int64_t>(kCount));
        VEDETTE_TRY(write(*ledger, project(1), "between"));
        VEDETTE_ASSIGN(const auto second, reader.maybe<std::int64_t>(kCount));
        return std::pair(std::get<0>(*first), std::get<0>(*second));
      });
  ASSERT_TRUE(counts.ok()) << counts.error().message;
  EXPECT_EQ(*counts, (std::pair<std::int64_t, std::int64_t>(1, 1)));
}

TEST_P(LedgerTest, WhenAllConnectionsAreInUseAReaderIsToldAtItsDeadline) {
  settings_.readers = 1;
  settings_.read_deadline = base::seconds(1);
  const auto ledger = open();
  const auto outer = ledger->read(project(1), [&](ProjectReader&) -> Result<Cause> {
    const auto inner = ledger->read(
        project(1), [](ProjectReader& reader) { return reader.rows<std::int64_t>(kCount); });
    return inner.ok() ? Cause::kInternal : inner.error().cause;
  });
  ASSERT_TRUE(outer.ok());
  EXPECT_EQ(*outer, Cause::kOverloaded);
  EXPECT_TRUE(ledger->check().ok()) << "and the next one is served";
}

TEST_P(LedgerTest, AProjectWhoseClientsDoNotReadLeavesSnapshotsForTheOthers) {
  const auto ledger = open();
  std::vector<std::unique_ptr<ProjectSnapshot>> held;
  while (true) {
    auto snapshot = ledger->snapshot(project(1));
    if (!snapshot.ok()) {
      EXPECT_EQ(snapshot.error().cause, Cause::kOverloaded);
      break;
    }
    held.push_back(std::move(snapshot).value());
    ASSERT_LT(held.size(), 100U);
  }
  EXPECT_TRUE(ledger->snapshot(project(2)).ok());
  held.pop_back();
  EXPECT_TRUE(ledger->snapshot(project(1)).ok()) << "one that ended makes room";
}

TEST_P(LedgerTest, AManyRowsWriteHasTimeForEachOfItsRows) {
  const auto ledger = open();  // makes the tables
  const auto connection = connect();
  static constexpr sql::BulkTarget kTarget{"login_throttles", "key_sha256, blocked_until"};
  std::vector<base::Sha256> digests;
  for (int i = 0; i < 20'000; ++i)
    digests.push_back(base::sha256(std::to_string(i)));
  std::vector<sql::Value> cells;
  for (const base::Sha256& digest : digests)
    cells.insert(cells.end(), {sql::bind(digest), sql::bind(0)});
  ASSERT_TRUE(connection->begin(sql::Access::kWrite).ok());
  connection->set_deadline(sql::after(base::Millis{1}));
  const auto result = connection->bulk(kTarget, cells);
  EXPECT_TRUE(result.ok()) << result.error().message;
}

TEST_P(LedgerTest, ManyRowsGoInAtOnce) {
  const auto ledger = open();
  static constexpr sql::BulkTarget kTarget{
      "idempotency_keys",
      "project_id, key_sha256, request_sha256, status, answer, created_at, expires_at"};
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i)
    names.push_back("row " + std::to_string(i));
  std::vector<base::Sha256> digests;
  for (const std::string& name : names)
    digests.push_back(base::sha256(name));
  std::vector<sql::Value> cells;
  for (std::size_t i = 0; i < names.size(); ++i)
    cells.insert(cells.end(),
                 {sql::bind(digests[i]), sql::bind(digests[i]), sql::bind(std::nullopt),
                  sql::bind(names[i]), sql::bind(i), sql::bind(0)});
  const auto result = ledger->write(project(7), [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(writer.bulk(kTarget, cells));
    writer.audit({"test.bulk", "service", "", "", 0});
    return {};
  });
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(texts(*ledger, project(7)), names);
  // The same again: each key exists, so none of them may count.
  const auto again = ledger->write(project(7), [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(writer.bulk(kTarget, cells));
    writer.audit({"test.bulk", "service", "", "", 0});
    return {};
  });
  EXPECT_EQ(again.error().cause, Cause::kConflict);
  EXPECT_EQ(verified(*ledger, project(7)).entries, 1);
}

TEST_P(LedgerTest, TheDatabaseIsForItsOwnerAlone) {
  if (on_postgresql()) return;
  const auto ledger = open();
  ASSERT_TRUE(write(*ledger, project(1), "private").ok());
  for (const char* name : {"ledger.db", "ledger.db-wal", "ledger.db-shm"}) {
    struct stat status{};
    ASSERT_EQ(::stat((folder_.path() / name).c_str(), &status), 0) << name;
    EXPECT_EQ(status.st_mode & 0777, mode_t{0600}) << name;
  }
}

}  // namespace
}  // namespace vedette::ledger
