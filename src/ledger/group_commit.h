#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/access.h"
#include "ledger/audit_chain.h"
#include "ledger/background_pace.h"
#include "ledger/log_mover.h"
#include "ledger/sql/connection.h"
#include "ledger/store.h"

namespace vedette::ledger {

// The one place where the ledger is changed. A thread of its own takes all changes that wait, runs
// them in one transaction together with their audit entries, commits once and answers all.
//
// - A change that fails having changed nothing is answered; the others go on.
// - A change that fails otherwise undoes the batch; then each change runs alone.
// - A change that comes from a thread in the background (base/background.h) goes with those of
//   others that change much, as the last one, or alone when no caller waits and the one before is
//   some time ago (background_pace.h). Whoever comes while it runs joins its transaction.
// - The log of SQLite is moved into its file by a thread of its own (log_mover.h).
// - A commit whose outcome is unknown is an error for all its changes and is never run again.
// - A storage error of SQLite stops the writer for good: after a failed sync the
//   state of the disk is unknown until a restart reads it again.
class GroupCommit {
 public:
  using Change = std::function<base::Result<void>(sql::Connection&, ChangeLog&)>;

  GroupCommit(const Store& store, const base::Clock& clock, const ChainKeys& keys,
              std::unique_ptr<sql::Connection> connection);
  // Answers what waits, then stops.
  ~GroupCommit();

  // Runs `change` and waits until it is durable. kOverloaded when the queue is full, kTimeout when
  // the change did not start by the write deadline.
  base::Result<void> submit(base::ProjectId chain, const Change& change);

  // Empties the log of SQLite; false if a reader used the log until the deadline.
  base::Result<bool> empty_log(sql::Deadline deadline);

  // An error once the writer has stopped for good.
  base::Result<void> health() const;

  // Whether nobody but the background has asked for a change for some seconds.
  bool is_quiet() const;
  // Asked by a change in the background while it runs: false once it should end, because it has had
  // its time or somebody waits.
  bool background_may_go_on() const;

  std::uint64_t cache_epoch() const { return cache_epoch_.load(); }
  // Another process made remembered reads wrong.
  void outdate_caches() { ++cache_epoch_; }

 private:
  struct Job;
  struct Attempt;
  using Batch = std::vector<Job*>;

  void run();
  Batch take_batch();
  Batch take_joining(const std::set<base::ProjectId>& chains);
  bool is_awaited() const;
  void process(Batch& batch);
  void process_alone(Job& job);
  Attempt attempt(Batch& jobs);
  Attempt attempt_in_transaction(Batch& jobs);
  base::Result<bool> run_background(Job& job, class ChainAppender& chains, bool alone);
  bool may_go_with_others() const;
  void put_back(Job& job);
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
  const ChainKeys keys_;

  mutable std::mutex mutex_;
  std::condition_variable work_;
  std::deque<Job*> queue_;
  std::deque<Job*> background_;
  BackgroundPace pace_;
  bool closing_ = false;
  std::optional<base::Error> stopped_;
  std::atomic<std::uint64_t> cache_epoch_{0};

  // The writer thread's own.
  std::unique_ptr<sql::Connection> connection_;
  Backoff backoff_;
  std::chrono::steady_clock::time_point go_on_until_{};  // of the change that runs
  // The change in the background that went with the batch, if one did.
  std::optional<std::chrono::steady_clock::duration> background_took_;
  std::int64_t rows_changed_ = 0;        // so far in the transaction, by those whom somebody awaits
  Topics told_;                          // by the changes of the batch
  const std::unique_ptr<LogMover> log_;  // of SQLite

  std::jthread thread_;
};

}  // namespace vedette::ledger
