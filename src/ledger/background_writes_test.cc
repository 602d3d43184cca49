#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "base/background.h"
#include "ledger/ledger.h"
#include "ledger/testing/numbered_rows.h"
#include "ledger/testing/store_fixture.h"

namespace vedette::ledger {
namespace {

class BackgroundWritesTest : public testing::StoreTest {
 protected:
  ProjectScope project(std::int64_t id) const { return operator_.project(base::ProjectId(id)); }
};
VEDETTE_BOTH_STORES(BackgroundWritesTest);

TEST_P(BackgroundWritesTest, ChangesInTheBackgroundAreMadeBesideThoseThatSomebodyWaitsFor) {
  const auto ledger = open();
  {
    std::vector<std::jthread> threads;
    for (std::int64_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        if (t == 0) {
          ASSERT_TRUE(base::enter_background());
        }
        for (std::int64_t i = 0; i < (t == 0 ? 5 : 25); ++i)
          EXPECT_TRUE(testing::write_number(*ledger, project(1), t * 25 + i).ok());
      });
  }
  EXPECT_EQ(testing::read_numbers(*ledger, project(1)).size(), 80U);
  testing::expect_whole(*ledger, project(1));
  std::jthread([&] {
    ASSERT_TRUE(base::enter_background());
    EXPECT_FALSE(testing::write_number(*ledger, project(1), 4).ok()) << "one that fails is told";
  });
}

// Small changes one after the other, which the background does not go with each time.
TEST_P(BackgroundWritesTest, SmallChangesWithoutEndDoNotKeepTheBackgroundOut) {
  const auto ledger = open();
  std::atomic<bool> done = false;
  std::int64_t others = 0;
  std::jthread background([&] {
    ASSERT_TRUE(base::enter_background());
    for (std::int64_t i = 0; i < 4; ++i)
      EXPECT_TRUE(testing::write_number(*ledger, project(1), i).ok());
    done = true;
  });
  for (; !done; ++others)
    EXPECT_TRUE(testing::write_number(*ledger, project(2), others).ok());
  EXPECT_EQ(testing::read_numbers(*ledger, project(1)).size(), 4U);
  EXPECT_EQ(std::ssize(testing::read_numbers(*ledger, project(2))), others);
  testing::expect_whole(*ledger, project(1));
  testing::expect_whole(*ledger, project(2));
}

// The writer is held until both have been sent off, so that they mostly meet in one transaction.
TEST_P(BackgroundWritesTest, OneThatFailsBesideOthersUndoesOnlyItself) {
  const auto ledger = open();
  ASSERT_TRUE(testing::write_number(*ledger, project(1), 5).ok());
  std::latch sent(2);
  std::jthread background([&] {
    ASSERT_TRUE(base::enter_background());
    sent.count_down();
    EXPECT_FALSE(testing::write_number(*ledger, project(1), 5).ok()) << "the number is taken";
  });
  std::jthread other([&] {
    sent.count_down();
    EXPECT_TRUE(testing::write_number(*ledger, project(2), 6).ok());
  });
  EXPECT_TRUE(ledger
                  ->write(project(1),
                          [&](ProjectWriter&) -> base::Result<void> {
                            sent.wait();
                            return {};
                          })
                  .ok());
  background.join();
  other.join();
  EXPECT_EQ(testing::read_numbers(*ledger, project(1)), std::vector<std::int64_t>{5});
  EXPECT_EQ(testing::read_numbers(*ledger, project(2)), std::vector<std::int64_t>{6});
  testing::expect_whole(*ledger, project(1));
  testing::expect_whole(*ledger, project(2));
}

// A ledger to which a number is being written in the background, which goes on until somebody waits
// behind it.
class BackgroundWriteUnderWayTest : public BackgroundWritesTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    background_ = std::jthread([this] {
      ASSERT_TRUE(base::enter_background());
      EXPECT_TRUE(write_until_awaited(1).ok());
    });
    begun_.wait(false);
  }

  base::Result<void> write_until_awaited(std::int64_t number) {
    return ledger_->write(project(1), [&](ProjectWriter& writer) -> base::Result<void> {
      const bool first_time = !begun_.exchange(true);
      begun_.notify_all();
      while (first_time && ledger_->background_may_go_on())
        std::this_thread::yield();
      const base::Sha256 digest = base::sha256(std::to_string(number));
      VEDETTE_TRY(writer.execute(
          "insert into idempotency_keys (project_id, key_sha256, request_sha256, created_at,"
          " expires_at, answer) values ($1, $2, $2, $3, 0, '')",
          digest, number));
      writer.audit({"number.written", "service", "", "{}", 0});
      return {};
    });
  }

  std::unique_ptr<Ledger> ledger_;
  std::atomic<bool> begun_ = false;
  std::jthread background_;
};
VEDETTE_BOTH_STORES(BackgroundWriteUnderWayTest);

TEST_P(BackgroundWriteUnderWayTest, WhoeverComesWhileTheBackgroundWritesIsStoredWithIt) {
  std::jthread other_project(
      [&] { EXPECT_TRUE(testing::write_number(*ledger_, project(2), 2).ok()); });
  EXPECT_TRUE(testing::write_number(*ledger_, project(1), 3).ok());
  background_.join();
  other_project.join();
  EXPECT_EQ(testing::read_numbers(*ledger_, project(1)), (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(testing::read_numbers(*ledger_, project(2)), std::vector<std::int64_t>{2});
  testing::expect_whole(*ledger_, project(1));
  testing::expect_whole(*ledger_, project(2));
}

TEST_P(BackgroundWriteUnderWayTest, WhoeverJoinsTheBackgroundAndFailsUndoesOnlyItself) {
  EXPECT_FALSE(testing::write_number(*ledger_, project(1), 1).ok()) << "the number is taken";
  background_.join();
  EXPECT_EQ(testing::read_numbers(*ledger_, project(1)), std::vector<std::int64_t>{1});
  testing::expect_whole(*ledger_, project(1));
}

}  // namespace
}  // namespace vedette::ledger
