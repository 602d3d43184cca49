#include "ledger/group_commit.h"

#include <algorithm>
#include <set>

#include "base/background.h"
#include "base/log.h"
#include "ledger/audit_chain.h"

namespace vedette::ledger {
namespace {

constexpr std::size_t kMostPerBatch = 256;
constexpr int kTriesWhenCrossed = 4;
// Time limit of a foreground change that asks background_may_go_on().
constexpr std::chrono::milliseconds kLongestInForeground{100};

// PostgreSQL serialises commits with a notification. Events are frequent, so they are announced
// only where a webhook is active.
constexpr sql::Sql kTellGenerations = "select count(pg_notify('vedette', 'generations'))";
constexpr sql::Sql kTellScreening = "select count(pg_notify('vedette', 'screening'))";
constexpr sql::Sql kTellEvents =
    "select count(pg_notify('vedette', 'events')) from (select 1 from webhooks where active = 1"
    " limit 1) wanted";
constexpr sql::Sql kTellCaches = "select count(pg_notify('vedette', 'caches'))";

const sql::Sql& telling(Topic topic) {
  switch (topic) {
    case Topic::kGenerations:
      return kTellGenerations;
    case Topic::kScreening:
      return kTellScreening;
    case Topic::kEvents:
      return kTellEvents;
    case Topic::kCaches:
      break;
  }
  return kTellCaches;
}

}  // namespace

// Lives on the stack of the submitting thread, which returns only after the job is answered or
// taken out of the queue.
struct GroupCommit::Job {
  base::ProjectId chain;
  const Change& change;
  bool background;
  std::optional<base::Result<void>> answer;
  // The failure of a change that changed nothing, held back until the batch is durable.
  std::optional<base::Error> own_error;
  std::condition_variable answered;
};

struct GroupCommit::Attempt {
  enum class End {
    kCommitted,
    kUndone,   // nothing of it is in the database; another try is safe
    kUnknown,  // perhaps committed, perhaps not
  };
  End end = End::kCommitted;
  sql::Fault fault = sql::Fault::kNone;
  std::optional<base::Error> error;
};

GroupCommit::GroupCommit(const Store& store, const base::Clock& clock, const ChainKeys& keys,
                         std::unique_ptr<sql::Connection> connection)
    : store_(store),
      clock_(clock),
      keys_(keys),
      connection_(std::move(connection)),
      log_(store.is_postgresql()
               ? nullptr
               : std::make_unique<LogMover>(
                     store, [this](const base::Error& error) { stop_for_good(error); })),
      thread_([this] { run(); }) {}

GroupCommit::~GroupCommit() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  work_.notify_all();
}

base::Result<bool> GroupCommit::empty_log(sql::Deadline deadline) {
  if (log_ == nullptr) return true;
  return log_->empty_log(deadline);
}

base::Result<void> GroupCommit::health() const {
  const std::lock_guard lock(mutex_);
  if (stopped_) return *stopped_;
  return {};
}

base::Result<void> GroupCommit::submit(base::ProjectId chain, const Change& change) {
  const bool background = base::in_background();
  Job job{chain, change, background, {}, {}, {}};
  std::unique_lock lock(mutex_);
  if (stopped_) return *stopped_;
  std::deque<Job*>& queue = background ? background_ : queue_;
  if (closing_ || queue.size() >= store_.settings().write_queue)
    return base::Error(base::Cause::kOverloaded, "too many changes wait for the ledger");
  if (!background) pace_.asked(std::chrono::steady_clock::now());
  queue.push_back(&job);
  work_.notify_one();
  const auto done = [&job] { return job.answer.has_value(); };
  if (!job.answered.wait_until(lock, sql::after(store_.settings().write_deadline), done)) {
    // Not begun: take it back. Begun: the writer's own deadlines bound the rest of the wait.
    if (std::erase(queue, &job) > 0)
      return base::Error(base::Cause::kTimeout, "the ledger did not get to the change in time");
    job.answered.wait(lock, done);
  }
  return *job.answer;
}

void GroupCommit::run() {
  for (Batch batch = take_batch(); !batch.empty(); batch = take_batch()) {
    const bool alone = batch.front()->background;
    const auto began = std::chrono::steady_clock::now();
    background_took_.reset();
    process(batch);
    if (background_took_) {
      const auto ended = std::chrono::steady_clock::now();
      const std::lock_guard lock(mutex_);
      if (alone)
        pace_.ended_alone(ended, ended - began);
      else
        pace_.ended_beside_others(ended, *background_took_);
    }
    look_after_log();
  }
}

void GroupCommit::look_after_log() {
  if (!log_ || !connection_) return;
  const auto looked = log_->committed(*connection_, {is_awaited(), is_quiet()});
  if (!looked.ok()) stop_for_good(looked.error());
  if (!connection_->usable()) connection_.reset();
}

bool GroupCommit::is_awaited() const {
  const std::lock_guard lock(mutex_);
  return !queue_.empty();
}

bool GroupCommit::is_quiet() const {
  const std::lock_guard lock(mutex_);
  return queue_.empty() && pace_.is_quiet(std::chrono::steady_clock::now());
}

bool GroupCommit::background_may_go_on() const {
  return std::chrono::steady_clock::now() < go_on_until_ && !is_awaited();
}

GroupCommit::Batch GroupCommit::take_batch() {
  std::unique_lock lock(mutex_);
  while (!closing_ && queue_.empty()) {
    if (background_.empty()) {
      work_.wait(lock);
    } else if (std::chrono::steady_clock::now() < pace_.rests_until()) {
      work_.wait_until(lock, pace_.rests_until());
    } else {
      break;
    }
  }
  Batch batch;
  while (!queue_.empty() && batch.size() < kMostPerBatch) {
    batch.push_back(queue_.front());
    queue_.pop_front();
  }
  // Runs last, so that others wait for it only as long as for the commit.
  if (!background_.empty()) {
    batch.push_back(background_.front());
    background_.pop_front();
  }
  return batch;
}

// Jobs whose chain this transaction has locked already. Locking another chain out of order could
// deadlock with another node.
GroupCommit::Batch GroupCommit::take_joining(const std::set<base::ProjectId>& chains) {
  const std::lock_guard lock(mutex_);
  Batch batch;
  std::erase_if(queue_, [&](Job* job) {
    if (!chains.contains(job->chain) || batch.size() >= kMostPerBatch) return false;
    batch.push_back(job);
    return true;
  });
  return batch;
}

void GroupCommit::answer(std::span<Job* const> jobs, const std::optional<base::Error>& error) {
  const std::lock_guard lock(mutex_);
  for (Job* job : jobs) {
    if (error)
      job->answer.emplace(*error);
    else if (job->own_error)
      job->answer.emplace(*job->own_error);
    else
      job->answer.emplace();
    // Under the lock: once it is released, the job may be gone.
    job->answered.notify_one();
  }
}

void GroupCommit::stop_for_good(const base::Error& error) {
  base::log(base::LogLevel::kError, "the ledger stopped writing until the next start",
            {{"reason", error.message}});
  const std::lock_guard lock(mutex_);
  stopped_.emplace(base::Cause::kUnavailable,
                   "the ledger stopped writing after a storage error: restart the server");
}

void GroupCommit::process(Batch& batch) {
  if (const auto healthy = health(); !healthy.ok()) return answer(batch, healthy.error());
  if (batch.size() == 1 && !batch.front()->background) return process_alone(*batch.front());
  const Attempt together = attempt(batch);
  const bool one_may_be_at_fault =
      together.end == Attempt::End::kUndone && together.fault != sql::Fault::kLost;
  if (together.end == Attempt::End::kCommitted) return answer(batch, std::nullopt);
  if (!one_may_be_at_fault) return answer(batch, together.error);
  for (Job* job : batch)
    process_alone(*job);
}

void GroupCommit::process_alone(Job& job) {
  Batch jobs{&job};
  if (const auto healthy = health(); !healthy.ok()) return answer(jobs, healthy.error());
  Attempt last = attempt(jobs);
  for (int tries = 1; tries < kTriesWhenCrossed && last.end == Attempt::End::kUndone &&
                      last.fault == sql::Fault::kSerialization;
       ++tries) {
    last = attempt(jobs);
  }
  answer(jobs, last.end == Attempt::End::kCommitted ? std::nullopt : last.error);
}

GroupCommit::Attempt GroupCommit::attempt(Batch& jobs) {
  for (Job* job : jobs)
    job->own_error.reset();
  told_ = {};
  Attempt result = attempt_in_transaction(jobs);
  const bool on_sqlite = !store_.is_postgresql();
  const bool doubtful =
      result.fault == sql::Fault::kStorageIo || result.fault == sql::Fault::kCorrupt;
  if (on_sqlite && doubtful && result.error) stop_for_good(*result.error);
  // Also after an unknown outcome: clearing a cache too often is harmless.
  if (told_.has(Topic::kCaches) && result.end != Attempt::End::kUndone) ++cache_epoch_;
  if (connection_ && !connection_->usable()) connection_.reset();
  return result;
}

base::Result<void> GroupCommit::connect() {
  if (!backoff_.may_try())
    return base::Error(base::Cause::kUnavailable, "the database does not answer");
  auto opened = store_.connect(sql::Access::kWrite);
  if (!opened.ok()) {
    backoff_.failed();
    return std::move(opened).error();
  }
  backoff_.succeeded();
  connection_ = std::move(opened).value();
  return {};
}

// A connection that was lost while idle is replaced: nothing has been sent on it yet.
base::Result<void> GroupCommit::begin(sql::Deadline deadline) {
  if (connection_) {
    connection_->set_deadline(deadline);
    auto begun = connection_->begin(sql::Access::kWrite);
    if (begun.ok() || connection_->fault() != sql::Fault::kLost) return begun;
  }
  VEDETTE_TRY(connect());
  connection_->set_deadline(deadline);
  return connection_->begin(sql::Access::kWrite);
}

GroupCommit::Attempt GroupCommit::undo(base::Error error) {
  Attempt result{Attempt::End::kUndone, sql::Fault::kLost, std::move(error)};
  if (!connection_) return result;
  result.fault = connection_->fault();
  connection_->rollback();
  return result;
}

// A change in the background, alone so far or behind those of others. It is told how long to go on,
// and is not to blame for the time that others take.
base::Result<bool> GroupCommit::run_background(Job& job, ChainAppender& chains, bool alone) {
  const auto began = std::chrono::steady_clock::now();
  {
    const std::lock_guard lock(mutex_);
    go_on_until_ = began + (alone ? pace_.alone(began) : pace_.beside_others());
  }
  auto changed = run_change(job, chains);
  background_took_ = std::chrono::steady_clock::now() - began;
  return changed;
}

bool GroupCommit::may_go_with_others() const {
  const std::lock_guard lock(mutex_);
  return pace_.may_go_with(rows_changed_, std::chrono::steady_clock::now());
}

// Before those that came later.
void GroupCommit::put_back(Job& job) {
  const std::lock_guard lock(mutex_);
  background_.push_front(&job);
}

GroupCommit::Attempt GroupCommit::attempt_in_transaction(Batch& jobs) {
  if (auto begun = begin(sql::after(store_.settings().write_deadline)); !begun.ok())
    return undo(std::move(begun).error());
  ChainAppender chains(*connection_, keys_);
  std::set<base::ProjectId> projects;
  for (const Job* job : jobs)
    projects.insert(job->chain);
  for (const base::ProjectId project : projects)
    if (auto locked = chains.lock(project); !locked.ok()) return undo(std::move(locked).error());
  rows_changed_ = 0;
  bool with_background = false;
  bool anything = false;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    Job& job = *jobs[i];
    if (job.background && i > 0 && !may_go_with_others()) {
      put_back(job);
      jobs.pop_back();  // it is the last one until others have joined it
      break;
    }
    with_background = with_background || job.background;
    go_on_until_ = std::chrono::steady_clock::now() + kLongestInForeground;
    auto changed = job.background ? run_background(job, chains, i == 0) : run_change(job, chains);
    if (!changed.ok()) return undo(std::move(changed).error());
    anything = anything || changed.value();
    if (!job.background) continue;
    for (Job* joining : take_joining(projects))
      jobs.push_back(joining);
  }
  if (!anything) {
    connection_->rollback();
    return {};
  }
  if (auto flushed = chains.flush(); !flushed.ok()) return undo(std::move(flushed).error());
  if (auto told = tell(); !told.ok()) return undo(std::move(told).error());
  const auto began = std::chrono::steady_clock::now();
  auto committed = connection_->commit();
  if (committed.ok()) {
    const auto taken = std::chrono::steady_clock::now() - began;
    const std::lock_guard lock(mutex_);
    if (!with_background) pace_.committed(taken);
    return {};
  }
  const sql::Fault fault = connection_->fault();
  const bool unknown = fault == sql::Fault::kLost || fault == sql::Fault::kTimeout ||
                       fault == sql::Fault::kStorageIo;
  Attempt result = undo(std::move(committed).error());
  result.fault = fault;
  if (!unknown) return result;
  result.end = Attempt::End::kUnknown;
  result.error.emplace(base::Cause::kUnavailable,
                       "the ledger was lost at the commit: whether the change holds is not known");
  return result;
}

// Within the transaction, so that listeners hear of it only once it is durable, and never of one
// that was rolled back.
base::Result<void> GroupCommit::tell() {
  if (!store_.is_postgresql()) return {};
  for (const Topic topic : kTopics)
    if (told_.has(topic))
      VEDETTE_TRY(connection_->run(telling(topic), {}, [](auto) { return base::Result<void>(); }));
  return {};
}

// Runs one change and hands its entries to the chain; whether it changed anything. A failure that
// left no trace in the transaction is the job's own; any other is an error here.
base::Result<bool> GroupCommit::run_change(Job& job, ChainAppender& chains) {
  ChangeLog log;
  base::Result<void> result;
  try {
    result = job.change(*connection_, log);
  } catch (const std::exception&) {
    log.changed_rows = 1;
    result = base::Error(base::Cause::kInternal, "a change of the ledger failed");
  }
  if (!result.ok()) {
    if (log.changed_rows + log.bookkept_rows > 0 || connection_->fault() != sql::Fault::kNone)
      return std::move(result).error();
    job.own_error = std::move(result).error();
    return false;
  }
  if (log.changed_rows > 0 && log.entries.empty())
    return base::Error(base::Cause::kInternal, "a change of the ledger had no audit entry");
  told_.add(log.told);
  if (!job.background) rows_changed_ += log.changed_rows + log.bookkept_rows;
  for (const AuditEntry& entry : log.entries)
    chains.append(job.chain, clock_.now(), entry);
  if (log.begins_totals) chains.begin_total(job.chain);
  chains.move_total(job.chain, log.sealed);
  return !log.entries.empty() || log.bookkept_rows > 0;
}

}  // namespace vedette::ledger
