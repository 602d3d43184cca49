#include "service/screening/replay.h"

#include <algorithm>
#include <map>

#include "service/common/engine_version.h"

namespace vedette::service {
namespace {

bool has_confidence(const RecordedHit& hit) {
  return hit.confidence.has_value();
}

void note(const RecordedHit& hit, std::optional<int>& score, std::optional<int>& confidence) {
  score = hit.score;
  confidence = hit.confidence;
}

}  // namespace

base::Result<Replay> replay(Screening& screening, const AnsweredThen& then) {
  VEDETTE_ASSIGN(const parties::PartyCatalogue lists, screening.recorded(then.basis));
  VEDETTE_ASSIGN(const ScreeningResults results, screening.search(lists, then.question));
  std::vector<RecordedHit> now = recorded_hits(*lists.catalogue, results);
  // What was recorded without confidence has none to differ from.
  if (!std::ranges::all_of(then.hits, has_confidence))
    for (RecordedHit& hit : now)
      hit.confidence.reset();
  Replay replay{.identical = now == then.hits && results.found.total == then.total,
                .total_before = then.total,
                .total_after = results.found.total,
                .same_parties = parties::same_parties(then.basis.parties, lists.parties_text())};
  std::map<catalogue::ResourceId, ReplayDifference> by_id;
  for (const RecordedHit& hit : then.hits)
    note(hit, by_id[hit.resource_id].before, by_id[hit.resource_id].confidence_before);
  for (const RecordedHit& hit : now)
    note(hit, by_id[hit.resource_id].after, by_id[hit.resource_id].confidence_after);
  for (auto& [id, difference] : by_id) {
    if (difference.before == difference.after &&
        difference.confidence_before == difference.confidence_after)
      continue;
    difference.resource_id = id;
    replay.differences.push_back(difference);
  }
  return replay;
}

std::string_view cause_of_differences(const Replay& replay, std::string_view engine_then) {
  if (!replay.same_parties) return "PARTIES_CHANGED";
  return engine_then == kEngineVersion ? "NOT_EXPLAINED" : "ENGINE_CHANGED";
}

}  // namespace vedette::service
