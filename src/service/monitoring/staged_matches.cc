#include "service/monitoring/staged_matches.h"

#include <algorithm>

#include "base/log.h"
#include "service/monitoring/match_versions.h"
#include "service/monitoring/record_changes.h"
#include "service/monitoring/record_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

// Matches per transaction: about ten milliseconds of work.
constexpr std::size_t kMatchesPerTransaction = 500;
// Records whose matches are removed in one transaction.
constexpr std::int64_t kRecordsPerRemoval = 32;

constexpr ProjectSql kStage =
    "insert into staged_records (project_id, first_number, last_number, staged_at)"
    " values ($1, $2, $3, $4)";
constexpr ProjectSql kEnd =
    "delete from staged_records where project_id = $1 and first_number = $2 and staged_at > 0";
// After this, the save that staged the matches can no longer complete.
constexpr ProjectSql kGiveUp =
    "update staged_records set staged_at = 0 where project_id = $1 and first_number = $2";
constexpr ProjectSql kUnstage =
    "delete from staged_records where project_id = $1 and first_number = $2";
constexpr ProjectSql kLastEvent =
    "select coalesce(max(sequence), 0) from events where project_id = $1";
constexpr ProjectSql kDeletedSince =
    "select data from events where project_id = $1 and sequence > $2 and type = 'record.deleted'";
constexpr Sql kAbandoned =
    "select project_id, first_number, last_number from staged_records where staged_at < $1";

// Removes in small transactions. The mark goes last, so that a crash in between is continued later.
// Without a mark the save has completed, even if its client got no answer, and the matches stay.
Result<void> remove_staged(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                           std::int64_t first, std::int64_t last) {
  VEDETTE_ASSIGN(const std::int64_t given_up, ledger.write(scope, [&](ProjectWriter& writer) {
    return writer.bookkeep(kGiveUp, first);
  }));
  if (given_up == 0) return {};
  for (std::int64_t from = first; from <= last; from += kRecordsPerRemoval) {
    const std::int64_t to = std::min(last, from + kRecordsPerRemoval - 1);
    VEDETTE_TRY(ledger.write(
        scope, [&](ProjectWriter& writer) { return remove_matches(writer, {from, to}); }));
  }
  return ledger.write(scope, [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(writer.bookkeep(kUnstage, first));
    return {};
  });
}

}  // namespace

Result<std::int64_t> StagedMatches::begin(std::int64_t records) {
  const auto begin = [&](ProjectWriter& writer) -> Result<std::int64_t> {
    VEDETTE_ASSIGN(const std::int64_t first, take_numbers(writer, "record", records));
    VEDETTE_TRY(writer.execute(kStage, first, first + records - 1, now_));
    VEDETTE_ASSIGN(version_floor_, service::version_floor(writer));
    VEDETTE_ASSIGN(const auto last_event, writer.maybe<std::int64_t>(kLastEvent));
    last_event_ = last_event ? std::get<0>(*last_event) : 0;
    ledger::AuditPayload payload;
    payload.add("firstNumber", first).add("records", records);
    writer.audit({"records.staged", actor_.name, actor_.request_id, payload.json(), 0});
    return first;
  };
  VEDETTE_ASSIGN(first_, ledger_.write(actor_.scope, begin));
  last_ = first_ + records - 1;
  return first_;
}

Result<void> StagedMatches::add(const MonitorRecord& record,
                                const std::vector<MatchChange>& matches,
                                const ScreenedUnder& under) {
  deletions_.insert(record_event_data(record));
  for (const MatchChange& change : matches) {
    matches_.push_back({record.number, record.family, change.after, under});
    history_.push_back({record.number, history_step(change, actor_, now_)});
  }
  if (matches_.size() < kMatchesPerTransaction) return {};
  return flush();
}

Result<void> StagedMatches::flush() {
  if (matches_.empty()) return {};
  const auto written = ledger_.write(actor_.scope, [this](ProjectWriter& writer) -> Result<void> {
    VEDETTE_TRY(insert_matches(writer, matches_));
    VEDETTE_TRY(append_history(writer, history_));
    ledger::AuditPayload payload;
    payload.add("firstNumber", first_).add("matches", static_cast<std::int64_t>(matches_.size()));
    writer.audit({"matches.staged", actor_.name, actor_.request_id, payload.json(), 0});
    return {};
  });
  VEDETTE_TRY(written);
  matches_.clear();
  history_.clear();
  return {};
}

// The feed has every deletion in the order of commits. It is read only when a record with matches
// was deleted.
Result<bool> StagedMatches::is_overtaken(ProjectWriter& writer) const {
  VEDETTE_ASSIGN(const std::int64_t floor, service::version_floor(writer));
  if (floor == version_floor_) return false;
  VEDETTE_ASSIGN(const auto deleted, writer.rows<std::string>(kDeletedSince, last_event_));
  return std::ranges::any_of(
      deleted, [this](const auto& row) { return deletions_.contains(std::get<0>(row)); });
}

Result<void> StagedMatches::end(ProjectWriter& writer) const {
  VEDETTE_ASSIGN(const std::int64_t ended, writer.bookkeep(kEnd, first_));
  if (ended == 1) return {};
  return base::Error(base::Cause::kConflict, "the matches that were written ahead are gone");
}

Result<void> StagedMatches::remove() {
  if (last_ == 0) return {};
  return remove_staged(ledger_, actor_.scope, first_, last_);
}

Result<void> remove_abandoned_matches(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                                      base::Time before) {
  VEDETTE_ASSIGN(const auto abandoned, ledger.read(scope, [&](OperatorReader& reader) {
    return reader.rows<base::ProjectId, std::int64_t, std::int64_t>(kAbandoned, before);
  }));
  for (const auto& [project, first, last] : abandoned)
    VEDETTE_TRY(remove_staged(ledger, scope.project(project), first, last));
  if (!abandoned.empty())
    base::log(base::LogLevel::kInfo, "removed matches of saves that never ended",
              {{"saves", abandoned.size()}});
  return {};
}

}  // namespace vedette::service
