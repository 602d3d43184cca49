#include "search/ranking.h"

#include <algorithm>
#include <tuple>

namespace vedette::search {
namespace {

// One profile: names [begin, end) of the sorted list, the best first.
struct Group {
  std::size_t begin;
  std::size_t end;
  std::uint32_t profile;
  int score;
  Evidence evidence;
};

}  // namespace

void keep_best_of_each_name(std::vector<ScoredName>& passed) {
  std::ranges::sort(passed, {}, [](const ScoredName& each) {
    return std::tuple(each.name, -static_cast<int>(each.score), each.asked);
  });
  const auto rest = std::ranges::unique(passed, {}, &ScoredName::name);
  passed.erase(rest.begin(), rest.end());
}

void rank(const catalogue::Catalogue& catalogue, const Filter& filter, const Query& query,
          std::vector<ScoredName>& passed, Results& results) {
  const auto key = [](const ScoredName& each) {
    return std::tuple(each.profile, -static_cast<int>(each.score), each.ordinal, each.name);
  };
  // Those that score alike are told apart by their ids.
  for (const ScoredName& each : passed)
    catalogue.prefetch_resource_id(each.profile);
  std::ranges::sort(passed, {}, key);
  std::vector<Group> groups;
  groups.reserve(passed.size());
  for (std::size_t begin = 0; begin < passed.size();) {
    std::size_t end = begin + 1;
    while (end < passed.size() && passed[end].profile == passed[begin].profile)
      ++end;
    const std::uint32_t profile = passed[begin].profile;
    groups.push_back({begin, end, profile, passed[begin].score, filter.evidence(profile)});
    begin = end;
  }
  const auto better = [&](const Group& a, const Group& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.evidence != b.evidence) return a.evidence > b.evidence;
    return catalogue.resource_id(a.profile) < catalogue.resource_id(b.profile);
  };
  results.total = groups.size();
  const std::size_t first = std::min(query.offset, groups.size());
  const std::size_t last = first + std::min(query.limit, groups.size() - first);
  std::partial_sort(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(last),
                    groups.end(), better);
  results.hits.reserve(last - first);
  for (std::size_t i = first; i < last; ++i) {
    Hit hit{groups[i].profile, groups[i].score, groups[i].evidence, {}};
    hit.names.reserve(groups[i].end - groups[i].begin);
    for (std::size_t n = groups[i].begin; n < groups[i].end; ++n)
      hit.names.push_back({passed[n].name, passed[n].ordinal, passed[n].score, passed[n].kind,
                           passed[n].truncated, passed[n].asked});
    results.hits.push_back(std::move(hit));
  }
}

}  // namespace vedette::search
