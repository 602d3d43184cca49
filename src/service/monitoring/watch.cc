#include "service/monitoring/watch.h"

#include <atomic>
#include <chrono>
#include <mutex>

#include "base/background.h"
#include "base/log.h"
#include "service/common/scope_issuer.h"
#include "service/monitoring/monitoring_settings.h"
#include "service/monitoring/record_removal.h"
#include "service/monitoring/search_removal.h"
#include "service/monitoring/staged_matches.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorWriter;
using ledger::sql::Sql;

constexpr base::Millis kAfterFailure = base::seconds(2);
constexpr std::chrono::minutes kCleaningInterval{5};
constexpr std::int64_t kChunksAtOnce = 64;
constexpr std::int64_t kCleaningChunk = 1000;
// No save takes this long: matches staged earlier than this were abandoned.
constexpr base::Millis kAbandonedAfter = base::seconds(3600);

// Ordered by sequence within one moment, so that the rest of a feed has no gaps.
constexpr Sql kOldEvents =
    "delete from events where (project_id, sequence) in (select e.project_id, e.sequence from"
    " events e left join monitoring_settings s on s.project_id = e.project_id"
    " where e.at < $1 - coalesce(s.event_retention_days, 30) * 86400000"
    " order by e.at, e.project_id, e.sequence limit $2)";
static_assert(kDefaultEventDays == 30);

}  // namespace

Watch::Watch(const Parts& parts) : parts_(parts), thread_([this] { run(); }) {}

Watch::~Watch() {
  stopping_ = true;
  parts_.bell.ring();
  thread_.join();
}

bool Watch::wait(base::Millis time) {
  parts_.bell.wait(std::chrono::milliseconds(time.count));
  return !stopping_;
}

Result<bool> Watch::work() {
  VEDETTE_ASSIGN(const auto chunks, parts_.rescreening.behind(kChunksAtOnce));
  if (chunks.empty()) return false;
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::optional<base::Error> failure;
  const auto run = [&] {
    search::Workspace workspace;
    for (std::size_t i = next++; i < chunks.size() && !stopping_; i = next++) {
      auto end = parts_.rescreening.bring_up_to_date(chunks[i], workspace);
      if (end.ok()) continue;
      const std::lock_guard lock(mutex);
      failure = std::move(end).error();
    }
  };
  {
    // Two for each core: they wait for the ledger part of their time.
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < std::min<std::size_t>(2 * parts_.threads, chunks.size()); ++t)
      threads.emplace_back(run);
  }
  if (failure) return *failure;
  return true;
}

void Watch::run() {
  // Its child threads inherit the background priority.
  if (!base::enter_background())
    base::log(base::LogLevel::kWarning, "re-screening runs at ordinary priority");
  if (const auto released = parts_.rescreening.release_leases(); !released.ok())
    base::log(base::LogLevel::kWarning, "leases of an earlier run stay until they run out",
              {{"error", released.error().message}});
  base::Millis pause{};
  do {
    const auto worked = work();
    pause = worked.ok() ? (*worked ? base::Millis{} : parts_.interval) : kAfterFailure;
    if (!worked.ok())
      base::log(base::LogLevel::kError, "re-screening failed and is tried again",
                {{"error", worked.error().message}});
    clean();
  } while (wait(pause));
}

// By the steady clock: a system clock that is put back would stop the cleaning.
void Watch::clean() {
  const auto now = std::chrono::steady_clock::now();
  if (cleaned_ && now - *cleaned_ < kCleaningInterval) return;
  const auto time = parts_.retention.deletion_time();
  if (!time.ok())
    base::log(base::LogLevel::kWarning, "the time of the ledger could not be read",
              {{"error", time.error().message}});
  bool more = false;
  if (time.ok() && *time) {
    const auto cleaned = clean_at(**time);
    if (!cleaned.ok())
      base::log(base::LogLevel::kWarning, "outdated events and records could not be removed",
                {{"error", cleaned.error().message}});
    more = cleaned.ok() && *cleaned;
  }
  if (!more) cleaned_ = now;
}

// Whether there may be more to remove.
Result<bool> Watch::clean_at(base::Time time) {
  const auto scope = ScopeIssuer::for_rescreening();
  VEDETTE_TRY(remove_abandoned_matches(parts_.ledger, scope, time - kAbandonedAfter));
  VEDETTE_ASSIGN(const std::int64_t most,
                 remove_outdated(parts_.ledger, scope, time, kCleaningChunk));
  return most >= kCleaningChunk;
}

Result<std::int64_t> remove_outdated(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                                     base::Time now, std::int64_t chunk) {
  VEDETTE_ASSIGN(const std::int64_t records, remove_old_records(ledger, scope, now, chunk));
  VEDETTE_ASSIGN(const RemovedSearches old, remove_old_searches(ledger, scope, now, chunk));
  const std::int64_t others = records + old.searches + old.batches;
  VEDETTE_ASSIGN(const std::int64_t events,
                 ledger.write(scope, [&](OperatorWriter& writer) -> Result<std::int64_t> {
                   VEDETTE_ASSIGN(const std::int64_t removed,
                                  writer.execute(kOldEvents, now, chunk));
                   if (removed + others > 0)
                     writer.audit({"monitoring.cleaned", "service", "",
                                   ledger::AuditPayload()
                                       .add("events", removed)
                                       .add("records", records)
                                       .add("searches", old.searches)
                                       .add("batches", old.batches)
                                       .add("asOf", base::iso_seconds(now))
                                       .json(),
                                   0});
                   return removed;
                 }));
  if (events + others > 0)
    base::log(base::LogLevel::kInfo, "removed what is past its retention",
              {{"events", events},
               {"records", records},
               {"searches", old.searches},
               {"batches", old.batches},
               {"asOf", base::iso_seconds(now)}});
  return std::max({events, records, old.searches, old.more ? chunk : 0});
}

}  // namespace vedette::service
