#include "search/full_scan.h"

#include <map>
#include <unordered_set>

#include "search/asked_names.h"
#include "search/identified.h"
#include "search/ranking.h"

namespace vedette::search {

Results full_scan(const catalogue::Catalogue& catalogue, const names::Analyser& analyser,
                  const Query& query, const PartyMap* parties) {
  const AskedNames asked(analyser, query.name);
  const Filter filter(catalogue, query, parties);
  const bool without_name = query.name.empty() && !query.identifiers.empty();
  const std::vector<Identified> known = identified_by_scan(catalogue, parties, query.identifiers);
  catalogue::NameAssembler assembler;
  std::vector<ScoredName> passed;
  std::map<std::uint32_t, ScoredName> below;  // by party: the best name of a hit by an identifier
  Results results;
  for (std::uint32_t name = 0; name < catalogue.name_count(); ++name) {
    const catalogue::NameRecord& record = catalogue.name(name);
    ++results.looked_at;
    const std::uint32_t party = party_of(parties, record.profile);
    const Identified* own = find_identified(known, party);
    const bool wanted = own != nullptr && catalogue.is_matchable(record.profile) &&
                        is_hit_by_identifier(*own, filter, query);
    const bool kept = !without_name && filter.keeps(record.profile);
    if (!kept && !wanted) continue;
    const names::Kind kind = catalogue.kind_of_name(name);
    ScoredName scored{record.profile, name, record.ordinal, 0, false, kind, 0};
    if (!without_name) {
      scored = score_of_name(asked.as(kind), catalogue, name, assembler);
      results.scored += asked.as(kind).size();
    }
    if (kept && scored.score >= query.threshold) passed.push_back(scored);
    if (!wanted) continue;
    const auto [at, first] = below.try_emplace(party, scored);
    if (!first && comes_before(scored, at->second)) at->second = scored;
  }
  std::unordered_set<std::uint32_t> by_name;
  for (const ScoredName& each : passed)
    by_name.insert(party_of(parties, each.profile));
  for (const auto& [party, best] : below)
    if (!by_name.contains(party)) passed.push_back(best);
  results.scanned = true;
  rank(catalogue, parties, filter, query, known, passed, results);
  return results;
}

}  // namespace vedette::search
