#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/access.h"
#include "ledger/log_mover.h"
#include "ledger/sql/connection.h"
#include "ledger/store.h"

namespace vedette::ledger {

// The one place where the ledger is changed. A thread of its own takes all changes that wait, runs
// them in one transaction together with their audit entries, commits once and answers all.
//
// - A change that fails having changed nothing is answered; the others go on.
// - A change that fails otherwise undoes the batch; then each change runs alone.
// - A change that comes from a thread in the background (base/background.h) begins when no other
//   waits, and gets a quarter of the writer's time at most, also of the time between the changes of
//   others: whoever comes while it is committed waits for that commit and then for another one.
//   Whoever comes while it runs joins its transaction.
// - The log of SQLite is moved into its file by a thread of its own (log_mover.h).
// - A commit whose outcome is unknown is an error for all its changes and is never run again.
// - A storage error of SQLite stops the writer for good: after a failed sync nobody knows what the
//   disk holds, and only a restart, which reads it again, can tell.
class GroupCommit {
 public:
  using Change = std::function<base::Result<void>(sql::Connection&, ChangeLog&)>;

  GroupCommit(const Store& store, const base::Clock& clock, const base::Key256& audit_key,
              std::unique_ptr<sql::Connection> connection);
  // Answers what waits, then stops.
  ~GroupCommit();

  // Runs `change` and waits until it is durable. kOverloaded when the queue is full, kTimeout when
  // the change did not start by the write deadline.
  base::Result<void> submit(base::ProjectId chain, const Change& change);

  // An error once the writer has stopped for good.
  base::Result<void> health() const;

  // Whether nobody but the background has asked for a change for some seconds.
  bool is_quiet() const;
  // Whether somebody waits whom a change in the background keeps waiting.
  bool is_awaited() const;

  std::uint64_t cache_epoch() const { return cache_epoch_.load(); }
  // Another process made remembered reads wrong.
  void outdate_caches() { ++cache_epoch_; }

 private:
  struct Job;
  struct Attempt;
  using Batch = std::vector<Job*>;

  void run();
  Batch take_batch();
  Batch take_joining(base::ProjectId chain);
  bool is_turn_of_background() const;
  void rest_after_background(std::chrono::steady_clock::time_point began);
  void process(Batch& batch);
  void process_alone(Job& job);
  Attempt attempt(Batch& jobs);
  Attempt attempt_in_transaction(Batch& jobs);
  base::Result<void> run_background(Job& job, class ChainAppender& chains, bool& anything);
  base::Result<void> connect();
  base::Result<void> begin(sql::Deadline deadline);
  base::Result<bool> run_change(Job& job, class ChainAppender& chains);
  base::Result<void> tell();
  Attempt undo(base::Error error);
  void answer(std::span<Job* const> jobs, const std::optional<base::Error>& error);
  void look_after_log();
  void stop_for_good(const base::Error& error);

  const Store& store_;
  const base::Clock& clock_;
  const base::Key256 audit_key_;

  mutable std::mutex mutex_;
  std::condition_variable work_;
  std::deque<Job*> queue_;
  std::deque<Job*> background_;
  std::chrono::steady_clock::time_point last_asked_{};  // a change, by anybody in the foreground
  std::chrono::steady_clock::time_point background_may_run_ = {};      // though others wait
  std::chrono::steady_clock::time_point background_rests_until_ = {};  // though nobody waits
  bool closing_ = false;
  std::optional<base::Error> stopped_;
  std::atomic<std::uint64_t> cache_epoch_{0};

  // The writer thread's own.
  std::unique_ptr<sql::Connection> connection_;
  Backoff backoff_;
  Topics told_;                          // by the changes of the batch
  const std::unique_ptr<LogMover> log_;  // of SQLite

  std::jthread thread_;
};

}  // namespace vedette::ledger
