#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <random>
#include <set>
#include <thread>

#include "base/testing/test_seed.h"
#include "ledger/ledger.h"
#include "ledger/testing/faulty_vfs.h"
#include "ledger/testing/numbered_rows.h"
#include "ledger/testing/store_fixture.h"

namespace vedette::ledger {
namespace {

using base::Cause;
using testing::expect_whole;
using testing::FaultyVfs;
using testing::read_numbers;
using testing::write_number;

constexpr base::ProjectId kProject{1};
// So many bytes that a checkpoint follows the commit.
constexpr std::size_t kCheckpointed = 5'000'000;

class DurabilityTest : public testing::StoreTest {
 protected:
  // Writes numbers from several threads until killed, and reports each one once it is acknowledged.
  [[noreturn]] void write_until_killed(int report, std::int64_t first) {
    auto ledger = Ledger::open(settings_, clock_, key_);
    if (!ledger.ok()) ::_exit(1);
    std::vector<std::jthread> threads;
    for (std::int64_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (std::int64_t number = first + t;; number += 4) {
          if (!write_number(**ledger, scope_, number).ok()) ::_exit(2);
          if (::write(report, &number, sizeof number) != sizeof number) ::_exit(3);
        }
      });
    for (;;)
      ::pause();
  }

  const ProjectScope scope_ = operator_.project(kProject);
};
VEDETTE_BOTH_STORES(DurabilityTest);

// VEDETTE_KILLS sets the number of kills of the long form.
TEST_P(DurabilityTest, AcknowledgedWritesSurviveKillMinusNineExactlyOnce) {
  const auto seed = static_cast<unsigned>(base::test_seed());
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  const char* wanted = std::getenv("VEDETTE_KILLS");
  const int kills = wanted == nullptr ? 5 : std::atoi(wanted);
  std::set<std::int64_t> acknowledged;
  for (int round = 0; round < kills; ++round) {
    int channel[2];
    ASSERT_EQ(::pipe(channel), 0);
    const pid_t child = ::fork();
    if (child == 0) write_until_killed(channel[1], 1 + round * 1'000'000);
    ::close(channel[1]);
    const int until = std::uniform_int_distribution<int>(1, 60)(random);
    std::int64_t number = 0;
    for (int i = 0; i < until && ::read(channel[0], &number, sizeof number) == sizeof number; ++i)
      acknowledged.insert(number);
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer must have been killed at work";
    while (::read(channel[0], &number, sizeof number) == sizeof number)
      acknowledged.insert(number);
    ::close(channel[0]);
    const auto ledger = open();
    ASSERT_NE(ledger, nullptr);
    // On PostgreSQL the killed client's last commit may still be under way: a write of our own
    // comes after it, because both lock the same chain.
    ASSERT_TRUE(write_number(*ledger, scope_, 1 + round * 1'000'000 + 999'999).ok());
    acknowledged.insert(1 + round * 1'000'000 + 999'999);
    const auto stored = read_numbers(*ledger, scope_);
    const std::set<std::int64_t> there(stored.begin(), stored.end());
    EXPECT_EQ(there.size(), stored.size()) << "doubled";
    for (const std::int64_t n : acknowledged)
      EXPECT_TRUE(there.contains(n)) << "lost " << n;
    expect_whole(*ledger, scope_);
  }
}

class SqliteFaultTest : public ::testing::Test {
 protected:
  std::unique_ptr<Ledger> open(const std::string& vfs, int checkpoint_pages = 1000) {
    LedgerSettings settings;
    settings.data_directory = folder_.path() / std::to_string(round_);
    settings.sqlite_vfs = vfs;
    settings.sqlite_checkpoint_pages = checkpoint_pages;
    auto ledger = Ledger::open(settings, clock_, key_);
    return ledger.ok() ? std::move(ledger).value() : nullptr;
  }

  // A sync may fail on the thread that moves the log, which then stops the writer.
  static void await_stop(Ledger& ledger) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (ledger.check().ok() && std::chrono::steady_clock::now() < deadline)
      std::this_thread::yield();
  }

  // Writes eight numbers, one of them with `padding`; gives those acknowledged.
  std::set<std::int64_t> write_some(Ledger& ledger, std::size_t padding, bool& after_failure,
                                    FaultyVfs& vfs) {
    std::set<std::int64_t> acknowledged;
    for (std::int64_t n = 1; n <= 8; ++n) {
      const bool failed_before = vfs.failed();
      if (failed_before && padding > 0) await_stop(ledger);
      if (!write_number(ledger, scope_, n, std::string(n == 5 ? padding : 0, 'p')).ok()) continue;
      acknowledged.insert(n);
      after_failure = after_failure || failed_before;
    }
    return acknowledged;
  }

  void expect_kept(const std::set<std::int64_t>& acknowledged) {
    const auto ledger = open("");
    ASSERT_NE(ledger, nullptr);
    const auto stored = read_numbers(*ledger, scope_);
    const std::set<std::int64_t> there(stored.begin(), stored.end());
    for (const std::int64_t n : acknowledged)
      EXPECT_TRUE(there.contains(n)) << "lost " << n;
    expect_whole(*ledger, scope_);
    EXPECT_TRUE(write_number(*ledger, scope_, 1000).ok());
  }

  testing::TemporaryFolder folder_;
  base::ManualClock clock_{base::Time{1'769'860'800'000}};
  const ServerKey key_{base::random_key()};
  const ProjectScope scope_ = OperatorScope::for_command_line().project(kProject);
  int round_ = 0;
};

TEST_F(SqliteFaultTest, AFailedSyncIsNeverFollowedByAnAcknowledgement) {
  int failures = 0;
  for (long nth = 1;; ++nth) {
    ++round_;
    FaultyVfs vfs("vedette-test-sync");
    std::set<std::int64_t> acknowledged;
    bool acknowledged_after_failure = false;
    vfs.fail_sync(nth);
    if (const auto ledger = open(vfs.name())) {
      acknowledged = write_some(*ledger, kCheckpointed, acknowledged_after_failure, vfs);
      if (vfs.failed()) {
        await_stop(*ledger);
        EXPECT_EQ(ledger->check().error().cause, Cause::kUnavailable) << "at sync " << nth;
        EXPECT_EQ(read_numbers(*ledger, scope_).size() >= acknowledged.size(), true);
      }
    }
    EXPECT_FALSE(acknowledged_after_failure) << "at sync " << nth;
    const bool failed = vfs.failed();
    expect_kept(acknowledged);
    if (!failed) break;
    ++failures;
  }
  EXPECT_GT(failures, 8) << "the test must have met the syncs of the commits";
}

TEST_F(SqliteFaultTest, NoSpaceAtAnyWriteIsSaidAndLeavesNothingBroken) {
  int failures = 0;
  for (long nth = 1;; nth += 3) {
    ++round_;
    FaultyVfs vfs("vedette-test-write");
    std::set<std::int64_t> acknowledged;
    bool ignored = false;
    vfs.fail_write(nth);
    if (const auto ledger = open(vfs.name())) {
      acknowledged = write_some(*ledger, 0, ignored, vfs);
      if (vfs.failed()) {
        EXPECT_TRUE(write_number(*ledger, scope_, 900).ok()) << "one full moment, then space again";
        acknowledged.insert(900);
      }
    }
    const bool failed = vfs.failed();
    expect_kept(acknowledged);
    if (!failed) break;
    ++failures;
  }
  EXPECT_GT(failures, 8);
}

TEST_F(SqliteFaultTest, OnAFullDiskReadsGoOnWritesSayWhyAndSpaceHeals) {
  FaultyVfs vfs("vedette-test-full");
  const auto ledger = open(vfs.name());
  ASSERT_NE(ledger, nullptr);
  ASSERT_TRUE(write_number(*ledger, scope_, 1).ok());
  vfs.fill_disk(true);
  for (std::int64_t n = 2; n < 5; ++n) {
    const auto refused = write_number(*ledger, scope_, n);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().cause, Cause::kStorageFull);
  }
  EXPECT_EQ(read_numbers(*ledger, scope_), std::vector<std::int64_t>{1});
  EXPECT_TRUE(ledger->check().ok());
  vfs.fill_disk(false);
  EXPECT_TRUE(write_number(*ledger, scope_, 5).ok());
  EXPECT_EQ(read_numbers(*ledger, scope_), (std::vector<std::int64_t>{1, 5}));
  expect_whole(*ledger, scope_);
}

// SQLite begins its log anew only when all of it is in the file, which the thread that moves it
// never reaches while the writer goes on.
TEST_F(SqliteFaultTest, TheLogIsBegunAnewThoughTheWriterNeverRests) {
  constexpr std::uintmax_t kPage = 4096 + 24;
  constexpr std::size_t kPadding = 200'000;  // some fifty pages
  const int due = 16;
  const auto ledger = open("", due);
  ASSERT_NE(ledger, nullptr);
  for (std::int64_t n = 1; n <= 100; ++n)
    ASSERT_TRUE(write_number(*ledger, scope_, n, std::string(kPadding, 'p')).ok());
  const auto log = std::filesystem::file_size(folder_.path() / "0" / "ledger.db-wal");
  EXPECT_LT(log, (16 * due + 2 * kPadding / 4096) * kPage) << "all that was written: 20 MB";
  expect_whole(*ledger, scope_);
}

TEST_F(SqliteFaultTest, ADamagedFileIsRefusedNotServed) {
  {
    ASSERT_NE(open(""), nullptr);
  }
  const auto file = folder_.path() / "0" / "ledger.db";
  std::FILE* stream = std::fopen(file.c_str(), "r+b");
  ASSERT_NE(stream, nullptr);
  const std::string noise(4096, 'x');
  std::fwrite(noise.data(), 1, noise.size(), stream);
  std::fclose(stream);
  LedgerSettings settings;
  settings.data_directory = folder_.path() / "0";
  const auto refused = Ledger::open(settings, clock_, key_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, Cause::kCorrupt);
}

}  // namespace
}  // namespace vedette::ledger
