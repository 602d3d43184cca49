#include "service/screening/hit_assessor.h"

#include <algorithm>

#include "names/comparing/score.h"

namespace vedette::service {
namespace {

// Of a hit's names, which stand best first, so many are weighed: a name with a lower score says
// more only when its words are much rarer.
constexpr std::size_t kWeighedNames = 8;

}  // namespace

const names::AskedName& HitAssessor::asked_as(names::Kind kind, const search::PassedName& passed) {
  if (asked_.size() <= passed.other_name) asked_.resize(passed.other_name + 1U);
  auto& slot = asked_[passed.other_name][static_cast<std::size_t>(kind)];
  if (!slot) slot.emplace(analyser_, party_.name_of(passed), kind);
  return *slot;
}

evidence::NameEvidence HitAssessor::name_evidence(const search::Hit& hit,
                                                  const parties::PartyProfile& listed_party) {
  const evidence::Weights& weights = evidence::Weights::shipped();
  std::optional<evidence::NameEvidence> best;
  for (std::size_t i = 0; i < std::min(kWeighedNames, hit.names.size()); ++i) {
    const search::PassedName& passed = hit.names[i];
    if (party_.name_of(passed).empty()) continue;
    const names::AskedName& asked = asked_as(passed.kind, passed);
    const names::NameView query = asked.names()[passed.asked].as(passed.kind);
    const names::NameView listed = lists_.catalogue->assemble(passed.name, assembler_);
    names::Tally tally;
    names::score(query, listed, tally);
    const profile::Profile* entry = listed_party.entry(passed.entry);
    const bool known = entry != nullptr && passed.ordinal < entry->names.size();
    evidence::NameEvidence one{.score = passed.score,
                               .information = evidence::information_of(query, listed, tally),
                               .weak = known && entry->names[passed.ordinal].weak,
                               .ours = asked.text(passed.asked),
                               .theirs = known ? entry->names[passed.ordinal].text : ""};
    if (!best || one.log_odds(weights) > best->log_odds(weights)) best = std::move(one);
  }
  // A profile without a name that can be compared, found by its identifier.
  if (!best)
    best = {
        .score = party_.name.empty() ? 0 : hit.score,
        .given = !party_.name.empty(),
        .ours = party_.name,
        .theirs = listed_party.profile.names.empty() ? std::string() : listed_party.profile.name()};
  return *std::move(best);
}

evidence::Assessment HitAssessor::assess(const search::Hit& hit,
                                         const parties::PartyProfile& party) {
  return evidence::assess(party_.facts, evidence::facts_of(party.profile, wanted_),
                          name_evidence(hit, party), evidence::Use::kScreening);
}

base::Result<evidence::Assessment> HitAssessor::assess(const search::Hit& hit) {
  VEDETTE_ASSIGN(const parties::PartyProfile party,
                 parties::read_party(*lists_.catalogue, lists_.parties(), hit.profile));
  return assess(hit, party);
}

}  // namespace vedette::service
