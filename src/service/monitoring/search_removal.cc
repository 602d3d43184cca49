#include "service/monitoring/search_removal.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "service/screening/removed_searches.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

// A batch may have ten thousand names; the transaction must stay short.
constexpr std::int64_t kMostBatchesAtOnce = 5;

constexpr Sql kProjects =
    "select project_id, search_retention_days, batch_retention_days from monitoring_settings"
    " where search_retention_days > 0 or batch_retention_days > 0 order by project_id";

// One kind of recorded searches. Their numbers rise with their time, so that all below the first
// one that is kept may go.
struct Kind {
  std::string_view name;
  ProjectSql first_kept;
  ProjectSql old;
};
constexpr Kind kSingle{
    kRemovedSearches,
    "select search_id from searches where project_id = $1 and batch_items = 0 and at >= $2"
    " order by search_id limit 1",
    "select search_id from searches where project_id = $1 and batch_items = 0"
    " and search_id < $2 order by search_id limit $3"};
constexpr Kind kBatches{
    kRemovedBatches,
    "select search_id from searches where project_id = $1 and batch_items > 0 and at >= $2"
    " order by search_id limit 1",
    "select search_id from searches where project_id = $1 and batch_items > 0"
    " and search_id < $2 order by search_id limit $3"};

constexpr ProjectSql kDeleteItems =
    "delete from search_items where project_id = $1 and search_id = $2";
constexpr ProjectSql kDelete = "delete from searches where project_id = $1 and search_id = $2";

Result<std::int64_t> remove(ProjectWriter& writer, const Kind& kind, base::Time before,
                            base::Time now, std::int64_t limit) {
  VEDETTE_ASSIGN(const auto kept, writer.maybe<std::int64_t>(kind.first_kept, before));
  const std::int64_t end = kept ? std::get<0>(*kept) : std::numeric_limits<std::int64_t>::max();
  VEDETTE_ASSIGN(const auto old, writer.rows<std::int64_t>(kind.old, end, limit));
  std::int64_t last = 0;
  for (const auto& [id] : old) {
    last = id;
    VEDETTE_TRY(writer.execute(kDeleteItems, id));
    VEDETTE_TRY(writer.execute(kDelete, id));
  }
  if (last == 0) return 0;
  writer.audit({std::string(kSearchesRemoved), "service", "",
                ledger::AuditPayload()
                    .add("kind", kind.name)
                    .add("removed", std::ssize(old))
                    .add("last", last)
                    .add("asOf", base::iso_seconds(now))
                    .json(),
                0});
  return std::ssize(old);
}

}  // namespace

Result<RemovedSearches> remove_old_searches(ledger::Ledger& ledger,
                                            const ledger::OperatorScope& scope, base::Time now,
                                            std::int64_t limit) {
  VEDETTE_ASSIGN(const auto projects, ledger.read(scope, [&](OperatorReader& reader) {
    return reader.rows<base::ProjectId, std::int64_t, std::int64_t>(kProjects);
  }));
  RemovedSearches out;
  for (const auto& [project, search_days, batch_days] : projects) {
    const auto run = [&](const Kind& kind, std::int64_t days,
                         std::int64_t most) -> Result<std::int64_t> {
      if (days == 0) return 0;
      return ledger.write(scope.project(project), [&](ProjectWriter& writer) {
        return remove(writer, kind, now - base::days(days), now, most);
      });
    };
    VEDETTE_ASSIGN(const std::int64_t searches, run(kSingle, search_days, limit));
    const std::int64_t most_batches = std::min(limit, kMostBatchesAtOnce);
    VEDETTE_ASSIGN(const std::int64_t batches, run(kBatches, batch_days, most_batches));
    out.searches += searches;
    out.batches += batches;
    out.more = out.more || searches >= limit || batches >= most_batches;
  }
  return out;
}

}  // namespace vedette::service
