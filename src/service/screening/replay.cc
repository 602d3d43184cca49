#include "service/screening/replay.h"

#include <map>

#include "service/common/engine_version.h"

namespace vedette::service {

base::Result<Replay> replay(Screening& screening, const AnsweredThen& then) {
  VEDETTE_ASSIGN(const auto catalogue, screening.generations().at(then.generation));
  VEDETTE_ASSIGN(const search::Results results, screening.search(catalogue, then.question));
  const std::vector<RecordedHit> now = recorded_hits(*catalogue, results.hits);
  Replay replay{.identical = now == then.hits && results.total == then.total,
                .total_before = then.total,
                .total_after = results.total};
  std::map<catalogue::ResourceId, ReplayDifference> by_id;
  for (const RecordedHit& hit : then.hits)
    by_id[hit.resource_id].before = hit.score;
  for (const RecordedHit& hit : now)
    by_id[hit.resource_id].after = hit.score;
  for (auto& [id, difference] : by_id) {
    if (difference.before == difference.after) continue;
    difference.resource_id = id;
    replay.differences.push_back(difference);
  }
  return replay;
}

std::string_view cause_of_differences(std::string_view engine_then) {
  return engine_then == kEngineVersion ? "NOT_EXPLAINED" : "ENGINE_CHANGED";
}

}  // namespace vedette::service
