#include "service/screening/name_search.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace vedette::service {
namespace {

using search::Hit;
using search::PassedName;
using search::Results;

void add_work(const Results& of, Results& sum) {
  sum.scored += of.scored;
  sum.looked_at += of.looked_at;
  sum.closely += of.closely;
  sum.postings += of.postings;
  sum.words += of.words;
  sum.scanned = sum.scanned || of.scanned;
}

// The order of search::rank.
bool is_better(const catalogue::Catalogue& catalogue, const Hit& a, const Hit& b) {
  if (a.evidence.identifier != b.evidence.identifier) return a.evidence.identifier;
  if (a.score != b.score) return a.score > b.score;
  if (a.evidence != b.evidence) return a.evidence > b.evidence;
  return catalogue.resource_id(a.profile) < catalogue.resource_id(b.profile);
}

// The names best first; one that several names of the party met stays with the best of them.
void keep_best(std::vector<PassedName>& names) {
  std::ranges::stable_sort(names, {}, [](const PassedName& name) {
    return std::tuple(-name.score, name.ordinal, name.entry, name.other_name);
  });
  std::vector<PassedName> kept;
  for (const PassedName& name : names)
    if (std::ranges::none_of(kept, [&](const PassedName& other) {
          return other.entry == name.entry && other.ordinal == name.ordinal;
        }))
      kept.push_back(name);
  names = std::move(kept);
}

}  // namespace

base::Result<Results> search_names(const search::Searcher& searcher, const search::Query& query,
                                   std::span<const std::string> other_names,
                                   search::Workspace& workspace) {
  if (other_names.empty()) return searcher.search(query, workspace);
  search::Query one = query;
  one.offset = 0;
  one.limit = std::numeric_limits<std::size_t>::max();
  Results merged;
  std::map<std::uint32_t, Hit> by_party;
  for (std::size_t i = 0; i <= other_names.size(); ++i) {
    one.name = i == 0 ? query.name : other_names[i - 1];
    VEDETTE_ASSIGN(Results found, searcher.search(one, workspace));
    add_work(found, merged);
    for (Hit& hit : found.hits) {
      for (PassedName& name : hit.names)
        name.other_name = static_cast<std::uint8_t>(i);
      const auto [known, is_new] = by_party.try_emplace(hit.profile, hit);
      if (is_new) continue;
      known->second.score = std::max(known->second.score, hit.score);
      known->second.by_name = known->second.by_name || hit.by_name;
      std::ranges::copy(hit.names, std::back_inserter(known->second.names));
    }
  }
  for (auto& [party, hit] : by_party) {
    keep_best(hit.names);
    // The best name of a hit by an identifier is shown for want of one that passed.
    if (hit.by_name)
      std::erase_if(hit.names,
                    [&](const PassedName& name) { return name.score < query.threshold; });
    else if (hit.names.size() > 1)
      hit.names.resize(1);
    merged.hits.push_back(std::move(hit));
  }
  const catalogue::Catalogue& catalogue = searcher.catalogue();
  std::ranges::sort(merged.hits,
                    [&](const Hit& a, const Hit& b) { return is_better(catalogue, a, b); });
  merged.total = merged.hits.size();
  const std::size_t first = std::min(query.offset, merged.hits.size());
  const std::size_t last = first + std::min(query.limit, merged.hits.size() - first);
  merged.hits.erase(merged.hits.begin() + static_cast<std::ptrdiff_t>(last), merged.hits.end());
  merged.hits.erase(merged.hits.begin(), merged.hits.begin() + static_cast<std::ptrdiff_t>(first));
  return merged;
}

}  // namespace vedette::service
