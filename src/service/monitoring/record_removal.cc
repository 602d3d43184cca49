#include "service/monitoring/record_removal.h"

#include <map>
#include <vector>

#include "service/monitoring/case_item_rows.h"
#include "service/monitoring/match_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr Sql kOldRecords =
    "select r.project_id, r.record_number from records r left join monitoring_settings s"
    " on s.project_id = r.project_id where r.deleted_at is not null"
    " and coalesce(s.retention_days, 1825) > 0"
    " and r.deleted_at < $1 - coalesce(s.retention_days, 1825) * 86400000"
    " order by r.deleted_at limit $2";
constexpr ProjectSql kSeal =
    "select seal from records where project_id = $1 and record_number = $2";
constexpr ProjectSql kDelete = "delete from records where project_id = $1 and record_number = $2";

// Gives how many; another node may have removed some of them meanwhile.
Result<std::int64_t> remove(ProjectWriter& writer, const std::vector<std::int64_t>& numbers) {
  std::int64_t removed = 0;
  for (const std::int64_t number : numbers) {
    VEDETTE_ASSIGN(const auto record, writer.maybe<ledger::RowSeal>(kSeal, number));
    if (!record) continue;
    writer.seal_removed(std::get<0>(*record));
    VEDETTE_TRY(remove_matches(writer, {number, number}));
    VEDETTE_TRY(remove_case_items(writer, {number, number}));
    VEDETTE_TRY(writer.execute(kDelete, number));
    ++removed;
  }
  if (removed > 0)
    writer.audit({"records.removed", "service", "",
                  ledger::AuditPayload().add("records", removed).json(), 0});
  return removed;
}

}  // namespace

Result<std::int64_t> remove_old_records(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                                        base::Time now, std::int64_t limit) {
  VEDETTE_ASSIGN(const auto old, ledger.read(scope, [&](OperatorReader& reader) {
    return reader.rows<base::ProjectId, std::int64_t>(kOldRecords, now, limit);
  }));
  std::map<base::ProjectId, std::vector<std::int64_t>> by_project;
  for (const auto& [project, number] : old)
    by_project[project].push_back(number);
  std::int64_t removed = 0;
  for (const auto& [project, numbers] : by_project) {
    VEDETTE_ASSIGN(const std::int64_t more,
                   ledger.write(scope.project(project),
                                [&](ProjectWriter& writer) { return remove(writer, numbers); }));
    removed += more;
  }
  return removed;
}

}  // namespace vedette::service
