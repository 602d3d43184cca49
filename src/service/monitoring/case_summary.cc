#include "service/monitoring/case_summary.h"

#include <algorithm>

#include "evidence/birth_date.h"
#include "profile/country.h"

namespace vedette::service {
namespace {

using evidence::Outcome;

// Agrees before compatible, unknown and conflicts.
int rank_of(Outcome outcome) {
  if (outcome == Outcome::kAgrees) return 3;
  if (outcome == Outcome::kCompatible) return 2;
  return outcome == Outcome::kUnknown ? 1 : 0;
}

Outcome better(Outcome a, Outcome b) {
  return rank_of(a) >= rank_of(b) ? a : b;
}

}  // namespace

Outcome birth_agreement(const MonitorRecord& record, const Match& match) {
  profile::PartialDate ours;
  if (record.criteria.dob.empty() || !profile::from_text(record.criteria.dob, ours))
    return Outcome::kUnknown;
  std::optional<Outcome> best;
  for (const std::string& text : split(match.seen.births)) {
    profile::PartialDate theirs;
    if (!profile::from_text(text, theirs)) continue;
    const Outcome outcome = evidence::outcome_of(evidence::compare_births(ours, theirs));
    best = best ? better(*best, outcome) : outcome;
  }
  return best.value_or(Outcome::kUnknown);
}

Outcome country_agreement(const MonitorRecord& record, const Match& match) {
  const std::vector<std::string> theirs = split(match.seen.countries);
  if (record.criteria.countries.empty() || theirs.empty()) return Outcome::kUnknown;
  for (const std::string& text : record.criteria.countries) {
    const auto country = profile::parse_country_code(text);
    if (country && std::ranges::find(theirs, country->lower()) != theirs.end())
      return Outcome::kAgrees;
  }
  return Outcome::kConflicts;
}

const std::vector<NamedList>& NamingLists::of(const std::string& resource_id) {
  const auto known = known_.find(resource_id);
  if (known != known_.end()) return known->second;
  std::vector<NamedList>& lists = known_[resource_id];
  if (catalogue_ != nullptr) lists = lists_naming(*catalogue_, resource_id);
  return lists;
}

CaseSummary summary_of(const MonitorRecord& record, const std::vector<Match>& matches,
                       NamingLists& lists) {
  CaseSummary out;
  bool first = true;
  for (const Match& match : matches) {
    out.score = std::max(out.score, match.seen.score);
    out.datasets.add(match.seen.datasets);
    for (const NamedList& list : lists.of(match.seen.resource_id))
      if (std::ranges::find(out.lists, list.key, &NamedList::key) == out.lists.end())
        out.lists.push_back(list);
    const Outcome birth = birth_agreement(record, match);
    const Outcome country = country_agreement(record, match);
    out.birth_date = first ? birth : better(out.birth_date, birth);
    out.country = first ? country : better(out.country, country);
    out.oldest = first ? match.created : std::min(out.oldest, match.created);
    out.newest = first ? match.created : std::max(out.newest, match.created);
    first = false;
  }
  return out;
}

}  // namespace vedette::service
