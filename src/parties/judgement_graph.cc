#include "parties/judgement_graph.h"

#include <algorithm>
#include <deque>
#include <set>

namespace vedette::parties {
namespace {

using catalogue::ResourceId;

}  // namespace

JudgementGraph::Pair JudgementGraph::pair_of(const ResourceId& a, const ResourceId& b) {
  return a < b ? Pair{a, b} : Pair{b, a};
}

void JudgementGraph::set(const JudgedPair& judged) {
  neighbours_[judged.left][judged.right] = judged.verdict;
  neighbours_[judged.right][judged.left] = judged.verdict;
}

std::vector<JudgedPair> JudgementGraph::way(const ResourceId& from, const ResourceId& to,
                                            const Pair& without) const {
  std::map<ResourceId, ResourceId> came_from = {{from, from}};
  std::deque<ResourceId> next = {from};
  while (!next.empty() && !came_from.contains(to)) {
    const ResourceId at = next.front();
    next.pop_front();
    const auto known = neighbours_.find(at);
    if (known == neighbours_.end()) continue;
    for (const auto& [other, verdict] : known->second)
      if (verdict == Verdict::kSame && pair_of(at, other) != without &&
          came_from.emplace(other, at).second)
        next.push_back(other);
  }
  std::vector<JudgedPair> steps;
  if (!came_from.contains(to)) return steps;
  for (ResourceId at = to; at != from; at = came_from[at]) {
    const Pair pair = pair_of(at, came_from[at]);
    steps.push_back({pair.left, pair.right, Verdict::kSame});
  }
  std::ranges::reverse(steps);
  return steps;
}

std::vector<ResourceId> JudgementGraph::group_of(const ResourceId& one, const Pair& without) const {
  std::set<ResourceId> seen = {one};
  std::vector<ResourceId> group = {one};
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto known = neighbours_.find(group[i]);
    if (known == neighbours_.end()) continue;
    for (const auto& [other, verdict] : known->second)
      if (verdict == Verdict::kSame && pair_of(group[i], other) != without &&
          seen.insert(other).second)
        group.push_back(other);
  }
  return group;
}

std::vector<JudgedPair> JudgementGraph::contradicted_by(const JudgedPair& judged) const {
  const Pair own = pair_of(judged.left, judged.right);
  if (judged.verdict == Verdict::kUnsure || judged.verdict == Verdict::kWithdrawn) return {};
  if (judged.verdict == Verdict::kDifferent) return way(own.left, own.right, own);
  std::vector<JudgedPair> found;
  const std::vector<ResourceId> others = group_of(own.right, own);
  const std::set<ResourceId> right(others.begin(), others.end());
  for (const ResourceId& member : group_of(own.left, own)) {
    const auto known = neighbours_.find(member);
    if (known == neighbours_.end()) continue;
    for (const auto& [other, verdict] : known->second) {
      if (verdict != Verdict::kDifferent || !right.contains(other)) continue;
      const Pair pair = pair_of(member, other);
      if (pair != own) found.push_back({pair.left, pair.right, Verdict::kDifferent});
    }
  }
  return found;
}

}  // namespace vedette::parties
