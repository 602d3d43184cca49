#include "search/ranking.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_set>

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

// A name of unknown kind may have passed as a person's and as an organisation's: the better score
// counts, which comes first.
void keep_best_reading(std::vector<PassedName>& names) {
  std::unordered_set<std::uint16_t> seen;
  std::erase_if(names, [&](const PassedName& name) { return !seen.insert(name.ordinal).second; });
}

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
  const auto names_of = [&](const Group& group) {
    return std::span(passed).subspan(group.begin, group.end - group.begin);
  };
  results.hits.reserve(last - first);
  for (std::size_t i = first; i < last; ++i) {
    Hit hit{groups[i].profile, groups[i].score, groups[i].evidence, {}};
    hit.names.reserve(groups[i].end - groups[i].begin);
    for (const ScoredName& each : names_of(groups[i]))
      hit.names.push_back(
          {each.name, each.ordinal, each.score, each.kind, each.truncated, each.asked});
    if (catalogue.facts(hit.profile).kind == static_cast<std::uint8_t>(profile::Kind::kUnknown))
      keep_best_reading(hit.names);
    results.hits.push_back(std::move(hit));
  }
}

}  // namespace vedette::search
