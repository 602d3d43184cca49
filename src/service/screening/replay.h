#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "service/screening/screening.h"

namespace vedette::service {

// A hit that the same question gets differently today.
struct ReplayDifference {
  catalogue::ResourceId resource_id = {};
  std::optional<int> before = {};             // the score answered then; nothing: not on the page
  std::optional<int> after = {};              // the score now
  std::optional<int> confidence_before = {};  // nothing: not recorded, or not on the page
  std::optional<int> confidence_after = {};
};

// A recorded search asked again of the generation it was asked of.
struct Replay {
  bool identical = false;  // hits, scores, confidences, order and total
  std::uint64_t total_before = 0;
  std::uint64_t total_after = 0;
  bool same_parties = true;  // the grouping of then is kept, or made again alike
  std::vector<ReplayDifference> differences = {};
};

// What was answered, from the record.
struct AnsweredThen {
  SearchQuestion question = {};
  SearchBasis basis = {};
  std::uint64_t total = 0;
  const std::vector<RecordedHit>& hits;
};

// GENERATION_NOT_KEPT when the generation is gone. Records nothing.
base::Result<Replay> replay(Screening& screening, const AnsweredThen& then);

// Why a replay can differ: the profiles are the same ones, so only another grouping into parties
// (PARTIES_CHANGED) or another version of the engine can (ENGINE_CHANGED); with the same ones there
// is no good reason (NOT_EXPLAINED).
std::string_view cause_of_differences(const Replay& replay, std::string_view engine_then);

}  // namespace vedette::service
