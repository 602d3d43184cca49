#include "search/ranking.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_set>

#include "names/comparing/compare.h"
#include "names/comparing/score.h"
#include "search/identified.h"

namespace vedette::search {
namespace {

// Clients take a score of 0 for no match.
constexpr int kLeastScoreOfIdentified = 1;

// One party: names [begin, end) of the sorted list, the best first.
struct Group {
  std::size_t begin;
  std::size_t end;
  std::uint32_t party;
  int score;
  Evidence evidence;
};

// A name of unknown kind may have passed as a person's and as an organisation's: the better score
// counts, which comes first.
void keep_best_reading(std::vector<PassedName>& names) {
  std::unordered_set<std::uint64_t> seen;
  std::erase_if(names, [&](const PassedName& name) {
    return !seen.insert(std::uint64_t{name.entry} << 16 | name.ordinal).second;
  });
}

}  // namespace

ScoredName score_of_name(std::span<const names::AnalysedName> questions,
                         const catalogue::Catalogue& catalogue, std::uint32_t name,
                         catalogue::NameAssembler& assembler) {
  const catalogue::NameRecord& record = catalogue.name(name);
  const names::NameView listed = catalogue.assemble(name, assembler);
  names::Score best;
  std::size_t best_question = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    names::Score score = names::score(questions[i], listed);
    score.value = names::score_of_asked(score.value, i);
    if (i > 0 && score.value <= best.value) continue;
    best = score;
    best_question = i;
  }
  return {record.profile,
          name,
          record.ordinal,
          static_cast<std::uint8_t>(best.value),
          best.truncated,
          listed.kind(),
          static_cast<std::uint8_t>(best_question)};
}

bool comes_before(const ScoredName& a, const ScoredName& b) {
  return std::tuple(-static_cast<int>(a.score), a.ordinal, a.profile, a.name) <
         std::tuple(-static_cast<int>(b.score), b.ordinal, b.profile, b.name);
}

void keep_best_of_each_name(std::vector<ScoredName>& passed) {
  std::ranges::sort(passed, {}, [](const ScoredName& each) {
    return std::tuple(each.name, -static_cast<int>(each.score), each.asked);
  });
  const auto rest = std::ranges::unique(passed, {}, &ScoredName::name);
  passed.erase(rest.begin(), rest.end());
}

void rank(const catalogue::Catalogue& catalogue, const PartyMap* parties, const Filter& filter,
          const Query& query, std::span<const Identified> known, std::vector<ScoredName>& passed,
          Results& results) {
  const auto key = [](const ScoredName& each) {
    return std::tuple(each.party, -static_cast<int>(each.score), each.ordinal, each.profile,
                      each.name);
  };
  // Those that score alike are told apart by their ids.
  for (ScoredName& each : passed) {
    each.party = party_of(parties, each.profile);
    catalogue.prefetch_resource_id(each.party);
  }
  std::ranges::sort(passed, {}, key);
  std::vector<Group> groups;
  groups.reserve(passed.size());
  const auto add_group = [&](std::size_t begin, std::size_t end, std::uint32_t party) {
    const int score = begin < end ? passed[begin].score : 0;
    Group group{begin, end, party, score, filter.evidence(party)};
    if (const Identified* own = find_identified(known, party)) {
      group.evidence.identifier = own->agrees();
      group.score = std::max(score, kLeastScoreOfIdentified);
    }
    groups.push_back(group);
  };
  for (std::size_t begin = 0; begin < passed.size();) {
    std::size_t end = begin + 1;
    while (end < passed.size() && passed[end].party == passed[begin].party)
      ++end;
    add_group(begin, end, passed[begin].party);
    begin = end;
  }
  for (const Identified& each : known)
    if (is_hit_by_identifier(each, filter, query) &&
        !std::ranges::binary_search(passed, each.profile, {}, &ScoredName::party))
      add_group(0, 0, each.profile);
  const auto better = [&](const Group& a, const Group& b) {
    if (a.evidence.identifier != b.evidence.identifier) return a.evidence.identifier;
    if (a.score != b.score) return a.score > b.score;
    if (a.evidence != b.evidence) return a.evidence > b.evidence;
    return catalogue.resource_id(a.party) < catalogue.resource_id(b.party);
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
    Hit hit{groups[i].party, groups[i].score, groups[i].evidence, {}, true, {}};
    hit.names.reserve(groups[i].end - groups[i].begin);
    for (const ScoredName& each : names_of(groups[i]))
      hit.names.push_back({each.name, each.profile, each.ordinal, each.score, each.kind,
                           each.truncated, each.asked});
    if (std::ranges::any_of(entries_of(parties, hit.profile), [&](std::uint32_t entry) {
          return catalogue.facts(entry).kind == static_cast<std::uint8_t>(profile::Kind::kUnknown);
        }))
      keep_best_reading(hit.names);
    hit.by_name =
        !query.name.empty() && !hit.names.empty() && hit.names.front().score >= query.threshold;
    if (const Identified* own = find_identified(known, hit.profile)) hit.identifiers = own->matches;
    results.hits.push_back(std::move(hit));
  }
}

}  // namespace vedette::search
