#include "ledger/migrations.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>

#include "ledger/testing/store_fixture.h"

namespace vedette::ledger {
namespace {

using base::Cause;

const Migration kFirst{1, "first", "create table a (x bigint); insert into a values (1);"};
const Migration kSecond{2, "second",
                        "alter table a add column y bigint; update a set y = x + 1;"
                        " create table b (z text);"};

class MigrationsTest : public testing::StoreTest {
 protected:
  base::Result<void> migrate_to(const std::vector<Migration>& migrations) {
    const auto connection = connect();
    return migrate(*connection, migrations, clock_.now());
  }
  // On a new database, a process that dies right after the given statement, counted over all steps;
  // `before` is called just before that.
  template <class Before>
  void kill_migration(const std::vector<Migration>& known, std::size_t kill_at, Before before) {
    if (on_postgresql()) settings_.database_url = testing::shared_cluster().fresh_url();
    if (!on_postgresql()) {
      settings_.data_directory = folder_.path() / std::to_string(kill_at);
      std::filesystem::create_directory(settings_.data_directory);
    }
    const pid_t child = ::fork();
    if (child == 0) {
      auto connection = Store(settings_).connect(sql::Access::kWrite);
      std::size_t seen = 0;
      const auto die = [&](int, std::size_t) {
        if (++seen != kill_at) return;
        before(**connection);
        ::kill(::getpid(), SIGKILL);
      };
      if (connection.ok()) static_cast<void>(migrate(**connection, known, clock_.now(), die));
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the child must have died at statement " << kill_at;
  }
  std::vector<std::int64_t> applied() {
    const auto connection = connect();
    const auto rows = query_rows<std::int64_t>(
        *connection, "select number from schema_migrations order by 1", {});
    std::vector<std::int64_t> out;
    if (rows.ok())
      for (const auto& [number] : *rows)
        out.push_back(number);
    return out;
  }
};
VEDETTE_BOTH_STORES(MigrationsTest);

TEST_P(MigrationsTest, EachStepRunsOnce) {
  ASSERT_TRUE(migrate_to({kFirst}).ok());
  ASSERT_TRUE(migrate_to({kFirst}).ok());
  ASSERT_TRUE(migrate_to({kFirst, kSecond}).ok());
  ASSERT_TRUE(migrate_to({kFirst, kSecond}).ok());
  EXPECT_EQ(applied(), (std::vector<std::int64_t>{1, 2}));
  const auto connection = connect();
  const auto rows = query_rows<std::int64_t, std::int64_t>(*connection, "select x, y from a", {});
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(rows->size(), 1u);
  EXPECT_EQ(std::get<1>(rows->at(0)), 2);
}

TEST_P(MigrationsTest, ANewerDatabaseIsRefusedInWords) {
  ASSERT_TRUE(migrate_to({kFirst, kSecond}).ok());
  const auto refused = migrate_to({kFirst});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, Cause::kUnsupported);
  EXPECT_NE(refused.error().message.find("schema 2"), std::string::npos) << refused.error().message;
}

TEST_P(MigrationsTest, AStepThatChangedAfterItRanIsRefused) {
  ASSERT_TRUE(migrate_to({kFirst}).ok());
  Migration edited = kFirst;
  edited.text = "create table a (x bigint, extra text);";
  EXPECT_EQ(migrate_to({edited}).error().cause, Cause::kCorrupt);
}

TEST_P(MigrationsTest, AFailingStepLeavesTheOnesBefore) {
  const Migration bad{2, "bad", "create table c (x bigint); insert into nowhere values (1);"};
  EXPECT_FALSE(migrate_to({kFirst, bad}).ok());
  EXPECT_EQ(applied(), std::vector<std::int64_t>{1});
  EXPECT_TRUE(migrate_to({kFirst, kSecond}).ok());
}

// A process that dies after the n-th statement, for every n, leaves nothing half done.
TEST_P(MigrationsTest, KilledAtAnyStatementTheNextRunSucceeds) {
  const auto known = known_migrations();
  ASSERT_TRUE(known.ok());
  std::size_t statements = 0;
  for (const Migration& migration : *known)
    statements += sql::split_statements(migration.text).size();
  ASSERT_GT(statements, 10u);
  for (std::size_t kill_at = 1; kill_at <= statements; kill_at += on_postgresql() ? 5 : 1) {
    kill_migration(*known, kill_at, [](sql::Connection&) {});
    const auto ledger = open();
    ASSERT_NE(ledger, nullptr) << "after a kill at statement " << kill_at;
    EXPECT_TRUE(ledger->check().ok());
  }
}

// The canary of the test above: steps that are stored as they come, not as a whole, do not survive
// a kill.
TEST_P(MigrationsTest, AStepStoredInPartsWouldBeSeen) {
  const auto known = known_migrations();
  ASSERT_TRUE(known.ok());
  kill_migration(*known, 3,
                 [](sql::Connection& connection) { EXPECT_TRUE(connection.commit().ok()); });
  EXPECT_FALSE(migrate_to(*known).ok());
}

TEST_P(MigrationsTest, ManyProcessesMayStartTogether) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([this] { EXPECT_NE(open(), nullptr); });
}

TEST(Migrations, EveryFileOfTheFolderIsInTheProgram) {
  const auto known = known_migrations();
  ASSERT_TRUE(known.ok()) << known.error().message;
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator("db"))
    files += file.path().extension() == ".sql" ? 1 : 0;
  EXPECT_EQ(known->size(), files) << "add the new file to migrations.cc";
  for (std::size_t i = 0; i < known->size(); ++i)
    EXPECT_EQ(known->at(i).number, static_cast<int>(i) + 1);
}

}  // namespace
}  // namespace vedette::ledger
