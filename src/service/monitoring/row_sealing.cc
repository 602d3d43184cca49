#include "service/monitoring/row_sealing.h"

#include <limits>
#include <vector>

#include "base/log.h"
#include "service/monitoring/match_rows.h"
#include "service/monitoring/record_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

// A transaction of so many records with their matches takes some ten milliseconds.
constexpr std::int64_t kRecordsAtOnce = 64;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

// The counter only says where to look.
constexpr Sql kIsSealed =
    "select e.sequence from counters c join audit_entries e on e.project_id = 0"
    " and e.sequence = c.value where c.project_id = 0 and c.name = 'sealed_entry'"
    " and e.action = 'ledger.sealed'";
constexpr Sql kSealedEntry =
    "select sequence from audit_entries where project_id = 0 and action = 'ledger.sealed' limit 1";
constexpr Sql kNoteEntry =
    "insert into counters (project_id, name, value) select 0, 'sealed_entry', sequence + 1"
    " from audit_heads where project_id = 0"
    " on conflict (project_id, name) do update set value = excluded.value";
// The progress of a project: the last record number that is sealed, kMost at the end.
constexpr Sql kUnsealed =
    "select h.project_id from audit_heads h left join counters c on c.project_id = h.project_id"
    " and c.name = 'sealed_records' where h.project_id > 0 and (c.value is null or c.value < $1)";
constexpr ProjectSql kProgress =
    "select value from counters where project_id = $1 and name = 'sealed_records'";
constexpr ProjectSql kNoteProgress =
    "insert into counters (project_id, name, value) values ($1, 'sealed_records', $2)"
    " on conflict (project_id, name) do update set value = $2";

Result<bool> is_sealed_already(ledger::Ledger& ledger, const ledger::OperatorScope& scope) {
  return ledger.read(scope, [](OperatorReader& reader) -> Result<bool> {
    VEDETTE_ASSIGN(const auto noted, reader.maybe<std::int64_t>(kIsSealed));
    if (noted) return true;
    VEDETTE_ASSIGN(const auto entry, reader.maybe<std::int64_t>(kSealedEntry));
    return entry.has_value();
  });
}

// The records after a number; gives where to go on, kMost at the end.
Result<std::int64_t> seal_some(ProjectWriter& writer, std::int64_t after) {
  VEDETTE_ASSIGN(const auto records, stored_records(writer, after, kRecordsAtOnce));
  const bool last = records.size() < static_cast<std::size_t>(kRecordsAtOnce);
  const NumberRange range{after + 1, last ? kMost : records.back().number};
  for (const MonitorRecord& record : records)
    if (record.seal.version() == 0) VEDETTE_TRY(seal_record(writer, record));
  VEDETTE_ASSIGN(const auto matches, stored_matches(writer, range));
  for (const StoredMatch& row : matches)
    if (row.match.seal.version() == 0)
      VEDETTE_TRY(seal_match(writer, row.record_number, row.match));
  VEDETTE_ASSIGN(const auto history, stored_history(writer, range));
  for (const HistoryRow& row : history)
    if (row.step.seal.version() == 0) VEDETTE_TRY(seal_history(writer, row));
  return range.last;
}

// The total is begun with the first transaction. The progress goes on behind a kill, and two nodes
// that seal the same project do not count a row twice, because each transaction locks the project.
Result<void> seal_project(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                          const std::function<bool()>& go_on) {
  for (std::int64_t reached = 0; reached < kMost;) {
    VEDETTE_ASSIGN(reached, ledger.write(scope, [](ProjectWriter& writer) -> Result<std::int64_t> {
      writer.begin_total();
      VEDETTE_ASSIGN(const auto noted, writer.maybe<std::int64_t>(kProgress));
      const std::int64_t after = noted ? std::get<0>(*noted) : 0;
      if (after == kMost) return after;
      VEDETTE_ASSIGN(const std::int64_t next, seal_some(writer, after));
      VEDETTE_TRY(writer.bookkeep(kNoteProgress, next));
      return next;
    }));
    if (go_on && !go_on())
      return base::Error(base::Cause::kUnavailable, "the sealing of records was broken off");
  }
  return {};
}

Result<void> end(ledger::Ledger& ledger, const ledger::OperatorScope& scope) {
  return ledger.write(scope, [](OperatorWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const auto entry, writer.maybe<std::int64_t>(kSealedEntry));
    if (entry) return {};
    VEDETTE_TRY(writer.bookkeep(kNoteEntry));
    writer.audit({"ledger.sealed", "service", "", "", 0});
    return {};
  });
}

}  // namespace

Result<void> seal_rows_once(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                            const std::function<bool()>& go_on) {
  VEDETTE_ASSIGN(const bool done, is_sealed_already(ledger, scope));
  if (done) return {};
  VEDETTE_ASSIGN(const auto unsealed, ledger.read(scope, [](OperatorReader& reader) {
    return reader.rows<base::ProjectId>(kUnsealed, kMost);
  }));
  for (const auto& [project] : unsealed) {
    base::log(base::LogLevel::kInfo, "sealing the records of a project for the first time",
              {{"project", project.value()}});
    VEDETTE_TRY(seal_project(ledger, scope.project(project), go_on));
  }
  return end(ledger, scope);
}

}  // namespace vedette::service
