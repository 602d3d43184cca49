#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/testing/test_seed.h"
#include "ledger/ledger.h"
#include "ledger/testing/gate.h"
#include "ledger/testing/numbered_rows.h"
#include "ledger/testing/private_cluster.h"

namespace vedette::ledger {
namespace {

using base::Cause;
using testing::expect_whole;
using testing::Gate;
using testing::PrivateCluster;
using testing::read_numbers;
using testing::shared_cluster;
using testing::write_number;

class PostgresqlLossTest : public ::testing::Test {
 protected:
  std::unique_ptr<Ledger> open(const std::string& url) {
    LedgerSettings settings;
    settings.database_url = url;
    settings.write_deadline = base::seconds(5);
    settings.read_deadline = base::seconds(5);
    settings.connect_deadline = base::seconds(2);
    auto ledger = Ledger::open(settings, clock_, key_);
    EXPECT_TRUE(ledger.ok()) << (ledger.ok() ? "" : ledger.error().message);
    return ledger.ok() ? std::move(ledger).value() : nullptr;
  }

  // Waits until the ledger takes a write again; the deadline is far beyond what recovery takes.
  void wait_until_it_writes(Ledger& ledger, std::int64_t number) {
    const auto deadline = sql::after(base::seconds(60));
    while (!write_number(ledger, scope_, number).ok()) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  static void end_all_connections() {
    shared_cluster().execute(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = "
        "'vedette'");
  }

  base::ManualClock clock_{base::Time{1'769'860'800'000}};
  const ServerKey key_{base::random_key()};
  const ProjectScope scope_ = OperatorScope::for_command_line().project(base::ProjectId(1));
};

TEST_F(PostgresqlLossTest, ConnectionsLostWhileIdleAreReplacedUnnoticed) {
  const auto ledger = open(shared_cluster().fresh_url());
  ASSERT_NE(ledger, nullptr);
  for (std::int64_t n = 1; n <= 5; ++n) {
    end_all_connections();
    EXPECT_TRUE(write_number(*ledger, scope_, n).ok());
    end_all_connections();
    EXPECT_EQ(read_numbers(*ledger, scope_).size(), static_cast<std::size_t>(n));
  }
  expect_whole(*ledger, scope_);
}

TEST_F(PostgresqlLossTest, WhileTheServerIsAwayCallersFailAndAfterwardsAllWorks) {
  const auto ledger = open(shared_cluster().fresh_url());
  ASSERT_NE(ledger, nullptr);
  ASSERT_TRUE(write_number(*ledger, scope_, 1).ok());
  shared_cluster().stop(SIGQUIT);
  for (std::int64_t n = 2; n < 5; ++n)
    EXPECT_EQ(write_number(*ledger, scope_, n).error().cause, Cause::kUnavailable);
  EXPECT_EQ(ledger->check().error().cause, Cause::kUnavailable);
  shared_cluster().start();
  wait_until_it_writes(*ledger, 10);
  EXPECT_EQ(read_numbers(*ledger, scope_), (std::vector<std::int64_t>{1, 10}));
  expect_whole(*ledger, scope_);
}

// A cut on either side of the commit: the client learns nothing, the data is whole, and nothing is
// done twice.
TEST_F(PostgresqlLossTest, ACutAtTheCommitIsAnUnknownOutcomeNeverASecondTry) {
  const auto seed = static_cast<unsigned>(base::test_seed());
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  Gate gate(shared_cluster().folder());
  const std::string schema = shared_cluster().fresh_schema();
  const auto ledger = open(PrivateCluster::url_through(gate.folder(), schema));
  ASSERT_NE(ledger, nullptr);
  std::set<std::int64_t> acknowledged;
  std::set<std::int64_t> committed_unseen;
  std::set<std::int64_t> never_arrived;
  for (std::int64_t n = 1; n <= 30; ++n) {
    const auto cut = std::array{Gate::Cut::kNone, Gate::Cut::kBeforeCommit,
                                Gate::Cut::kAfterCommit}[random() % 3];
    gate.cut(cut);
    const auto result = write_number(*ledger, scope_, n);
    if (cut == Gate::Cut::kNone) {
      ASSERT_TRUE(result.ok()) << result.error().message;
      acknowledged.insert(n);
      continue;
    }
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().cause, Cause::kUnavailable);
    (cut == Gate::Cut::kAfterCommit ? committed_unseen : never_arrived).insert(n);
  }
  EXPECT_GT(gate.cuts(), 0);
  std::set<std::int64_t> expected = acknowledged;
  expected.insert(committed_unseen.begin(), committed_unseen.end());
  const auto stored = read_numbers(*ledger, scope_);
  EXPECT_EQ(std::set<std::int64_t>(stored.begin(), stored.end()), expected);
  EXPECT_EQ(stored.size(), expected.size());
  expect_whole(*ledger, scope_);
}

TEST_F(PostgresqlLossTest, ASilentServerIsGivenUpAtTheDeadline) {
  Gate gate(shared_cluster().folder());
  LedgerSettings settings;
  settings.database_url =
      PrivateCluster::url_through(gate.folder(), shared_cluster().fresh_schema());
  settings.write_deadline = settings.read_deadline = base::Millis{300};
  settings.connect_deadline = base::Millis{2000};
  const auto ledger = Ledger::open(settings, clock_, key_);
  ASSERT_TRUE(ledger.ok()) << ledger.error().message;
  ASSERT_TRUE(write_number(**ledger, scope_, 1).ok());
  gate.cut(Gate::Cut::kSilence);
  const auto write = write_number(**ledger, scope_, 2);
  ASSERT_FALSE(write.ok());
  EXPECT_EQ(write.error().cause, Cause::kTimeout);
  EXPECT_FALSE((*ledger)->check().ok());
  gate.cut(Gate::Cut::kNone);
  wait_until_it_writes(**ledger, 3);
  expect_whole(**ledger, scope_);
}

TEST_F(PostgresqlLossTest, NoAddressNoSecretInTheMessage) {
  LedgerSettings settings;
  settings.database_url = "postgresql://user:canary-password@127.0.0.1:1/none";
  settings.connect_deadline = base::seconds(2);
  const auto refused = Ledger::open(settings, clock_, key_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, Cause::kUnavailable);
  EXPECT_EQ(refused.error().message.find("canary"), std::string::npos);
}

}  // namespace
}  // namespace vedette::ledger
