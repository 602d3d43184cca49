#include "service/monitoring/match_versions.h"

#include <algorithm>

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kRead =
    "select value from counters where project_id = $1 and name = 'match_version_floor'";
constexpr ProjectSql kRaise =
    "insert into counters (project_id, name, value) values ($1, 'match_version_floor', $2)"
    " on conflict (project_id, name) do update set value = $2";

}  // namespace

Result<std::int64_t> version_floor(ProjectWriter& writer) {
  VEDETTE_ASSIGN(const auto row, writer.maybe<std::int64_t>(kRead));
  return row ? std::get<0>(*row) : 0;
}

Result<void> raise_version_floor(ProjectWriter& writer, const std::vector<Match>& deleted) {
  std::int64_t highest = 0;
  for (const Match& match : deleted)
    highest = std::max(highest, match.match_version);
  VEDETTE_ASSIGN(const std::int64_t floor, version_floor(writer));
  if (highest > floor) VEDETTE_TRY(writer.bookkeep(kRaise, highest));
  return {};
}

}  // namespace vedette::service
