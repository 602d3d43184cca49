#include "ledger/listener.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>

#include "base/bell.h"
#include "ledger/testing/gate.h"
#include "ledger/testing/numbered_rows.h"
#include "ledger/testing/store_fixture.h"

// Servers on one PostgreSQL tell each other what they changed.

namespace vedette::ledger {
namespace {

using testing::Gate;
using testing::PrivateCluster;
using testing::shared_cluster;
using testing::StoreKind;
using testing::StoreTest;

constexpr std::chrono::seconds kGenerous{120};

// How often each topic was heard.
class Ear {
 public:
  void hear(Topic topic) {
    {
      const std::lock_guard lock(mutex_);
      ++heard_[topic];
    }
    changed_.notify_all();
  }
  int count(Topic topic) {
    const std::lock_guard lock(mutex_);
    return heard_[topic];
  }
  bool wait_for_more(Topic topic, int than) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kGenerous, [&] { return heard_[topic] > than; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Topic, int> heard_;
};

class ListenerTest : public StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_TRUE(ledger_);
  }
  // A server beside the first, on the same ledger, that listens; waits until it does.
  void listen_on(Ledger& ledger) {
    listener_ = ledger.listen([this](Topic topic) { ear_.hear(topic); });
    EXPECT_TRUE(!listener_ || ear_.wait_for_more(Topic::kCaches, 0));
  }
  base::Result<void> change(Ledger& ledger, Topic topic, bool goes_well = true) {
    return ledger.write(scope_, [&](ProjectWriter& writer) -> base::Result<void> {
      writer.audit({"something.changed", "service", "", "", 0});
      writer.tell(topic);
      if (!goes_well) return base::Error(base::Cause::kConflict, "not this time");
      return {};
    });
  }

  const ProjectScope scope_ = operator_.project(base::ProjectId(1));
  std::unique_ptr<Ledger> ledger_;
  Ear ear_;
  std::unique_ptr<Listener> listener_;
};

TEST_P(ListenerTest, WhatOneServerTellsAnotherHears) {
  const auto other = open();
  listen_on(*other);
  if (!on_postgresql()) {
    EXPECT_EQ(listener_, nullptr) << "one server alone has nobody to listen to";
    EXPECT_TRUE(change(*ledger_, Topic::kScreening).ok());
    return;
  }
  for (const Topic topic : {Topic::kGenerations, Topic::kScreening, Topic::kGenerations}) {
    const int before = ear_.count(topic);
    ASSERT_TRUE(change(*ledger_, topic).ok());
    EXPECT_TRUE(ear_.wait_for_more(topic, before)) << topic_name(topic);
  }
  listener_.reset();
}

TEST_P(ListenerTest, AChangeThatFailsTellsNothing) {
  if (!on_postgresql()) return;
  listen_on(*ledger_);
  const int before = ear_.count(Topic::kGenerations);
  EXPECT_FALSE(change(*ledger_, Topic::kGenerations, false).ok());
  // Notifications come in the order of the commits: once this one is here, the other would be.
  const int then = ear_.count(Topic::kScreening);
  ASSERT_TRUE(change(*ledger_, Topic::kScreening).ok());
  EXPECT_TRUE(ear_.wait_for_more(Topic::kScreening, then));
  EXPECT_EQ(ear_.count(Topic::kGenerations), before);
  listener_.reset();
}

TEST_P(ListenerTest, EventsAreToldOnlyWhereSomebodyWantsThemDelivered) {
  if (!on_postgresql()) return;
  listen_on(*ledger_);
  const int before = ear_.count(Topic::kEvents);
  ASSERT_TRUE(change(*ledger_, Topic::kEvents).ok());
  const int then = ear_.count(Topic::kScreening);
  ASSERT_TRUE(change(*ledger_, Topic::kScreening).ok());
  EXPECT_TRUE(ear_.wait_for_more(Topic::kScreening, then));
  EXPECT_EQ(ear_.count(Topic::kEvents), before);
  const auto connection = connect();
  run(*connection,
      "insert into projects (project_id, code, company, created_at) values (1, 'P', 'C', 0)");
  run(*connection,
      "insert into webhooks (project_id, webhook_id, url, event_types, active, description,"
      " secret_salt, reached, created_at, updated_at)"
      " values (1, 'w', 'https://example.com/', '', 1, '', '', 0, 0, 0)");
  ASSERT_TRUE(change(*ledger_, Topic::kEvents).ok());
  EXPECT_TRUE(ear_.wait_for_more(Topic::kEvents, before));
  listener_.reset();
}

// What a server remembers of tokens is forgotten when another one revokes some.
TEST_P(ListenerTest, ARevocationOnOneServerOutdatesWhatTheOthersRemember) {
  if (!on_postgresql()) return;
  const auto other = open();
  listen_on(*other);
  const std::uint64_t epoch = other->cache_epoch();
  const int before = ear_.count(Topic::kCaches);
  ASSERT_TRUE(ledger_
                  ->write(scope_,
                          [](ProjectWriter& writer) -> base::Result<void> {
                            writer.audit({"token.revoked", "service", "", "", 0});
                            writer.outdate_caches();
                            return {};
                          })
                  .ok());
  ASSERT_TRUE(ear_.wait_for_more(Topic::kCaches, before));
  EXPECT_GT(other->cache_epoch(), epoch);
  listener_.reset();
}

TEST_P(ListenerTest, AConnectionThatIsCutIsMadeAgainAndEverybodyLooks) {
  if (!on_postgresql()) return;
  listen_on(*ledger_);
  for (int round = 0; round < 3; ++round) {
    const int before = ear_.count(Topic::kCaches);
    shared_cluster().execute(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where query like 'listen%'");
    EXPECT_TRUE(ear_.wait_for_more(Topic::kCaches, before))  // the last of all
        << "what was told while nobody listened is gone, so that everything has to be looked at";
    const int then = ear_.count(Topic::kScreening);
    ASSERT_TRUE(change(*ledger_, Topic::kScreening).ok());
    EXPECT_TRUE(ear_.wait_for_more(Topic::kScreening, then));
  }
  listener_.reset();
}

TEST_P(ListenerTest, ItEndsAlsoWhileTheDatabaseIsSilent) {
  if (!on_postgresql()) return;
  Gate gate(shared_cluster().folder());
  settings_.database_url =
      PrivateCluster::url_through(gate.folder(), shared_cluster().fresh_schema());
  settings_.connect_deadline = base::seconds(2);
  const auto through = open();
  listen_on(*through);
  gate.cut(Gate::Cut::kSilence);
  listener_.reset();
  listener_ = through->listen([](Topic) {});
  listener_.reset();
  gate.cut(Gate::Cut::kNone);
}

VEDETTE_BOTH_STORES(ListenerTest);

// A thread that looks for work at intervals hears a ring, also one from while it was at work.
TEST(Bell, ARingIsNotLost) {
  base::Bell bell;
  bell.ring();
  bell.wait(kGenerous);  // at once, or the test would not end
  std::thread ringer([&] { bell.ring(); });
  bell.wait(kGenerous);
  ringer.join();
  bell.wait(std::chrono::milliseconds(1));  // nobody rings: the time passes
}

}  // namespace
}  // namespace vedette::ledger
