#include "service/monitoring/screening_progress.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr ProjectSql kChunks =
    "select count(*), coalesce(cast(sum(case when c.generation < $2 or c.engine < $3 or"
    " c.settings_version <> coalesce(s.version, 0) then 1 else 0 end) as bigint), 0)"
    " from screening_chunks c left join monitoring_settings s on s.project_id = c.project_id"
    " where c.project_id = $1";
constexpr ProjectSql kRun =
    "select started_at, completed_at, generation, matches_changed from screening_runs"
    " where project_id = $1";
constexpr Sql kAllChunks =
    "select count(*), coalesce(cast(sum(case when c.generation < $1 or c.engine < $2 or"
    " c.settings_version <> coalesce(s.version, 0) then 1 else 0 end) as bigint), 0)"
    " from screening_chunks c left join monitoring_settings s on s.project_id = c.project_id";

}  // namespace

Result<ScreeningProgress> screening_progress(ledger::Ledger& ledger,
                                             const ledger::ProjectScope& scope,
                                             const ScreeningTarget& target) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<ScreeningProgress> {
    ScreeningProgress out;
    VEDETTE_ASSIGN(const auto chunks, reader.maybe<std::int64_t, std::int64_t>(
                                          kChunks, target.generation, target.engine));
    if (chunks) std::tie(out.chunks, out.pending) = *chunks;
    VEDETTE_ASSIGN(
        const auto run,
        reader.maybe<base::Time, std::optional<base::Time>, std::int64_t, std::int64_t>(kRun));
    if (run) {
      out.started = std::get<0>(*run);
      out.completed = std::get<1>(*run);
      out.generation = std::get<2>(*run);
      out.matches_changed = std::get<3>(*run);
    }
    return out;
  });
}

Result<ScreeningProgress> screening_progress(ledger::Ledger& ledger,
                                             const ledger::OperatorScope& scope,
                                             const ScreeningTarget& target) {
  return ledger.read(scope, [&](OperatorReader& reader) -> Result<ScreeningProgress> {
    ScreeningProgress out;
    VEDETTE_ASSIGN(const auto chunks, reader.maybe<std::int64_t, std::int64_t>(
                                          kAllChunks, target.generation, target.engine));
    if (chunks) std::tie(out.chunks, out.pending) = *chunks;
    return out;
  });
}

}  // namespace vedette::service
