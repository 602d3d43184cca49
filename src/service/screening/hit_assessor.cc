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
                                                  const profile::Profile& profile) {
  const evidence::Weights& weights = evidence::Weights::shipped();
  std::optional<evidence::NameEvidence> best;
  for (std::size_t i = 0; i < std::min(kWeighedNames, hit.names.size()); ++i) {
    const search::PassedName& passed = hit.names[i];
    if (party_.name_of(passed).empty()) continue;
    const names::AskedName& asked = asked_as(passed.kind, passed);
    const names::NameView query = asked.names()[passed.asked].as(passed.kind);
    const names::NameView listed = catalogue_.assemble(passed.name, assembler_);
    names::Tally tally;
    names::score(query, listed, tally);
    const bool known = passed.ordinal < profile.names.size();
    evidence::NameEvidence one{.score = passed.score,
                               .information = evidence::information_of(query, listed, tally),
                               .weak = known && profile.names[passed.ordinal].weak,
                               .ours = asked.text(passed.asked),
                               .theirs = known ? profile.names[passed.ordinal].text : ""};
    if (!best || one.log_odds(weights) > best->log_odds(weights)) best = std::move(one);
  }
  // A profile without a name that can be compared, found by its identifier.
  if (!best)
    best = {.score = party_.name.empty() ? 0 : hit.score,
            .given = !party_.name.empty(),
            .ours = party_.name,
            .theirs = profile.names.empty() ? std::string() : profile.names.front().text};
  return *std::move(best);
}

evidence::Assessment HitAssessor::assess(const search::Hit& hit, const profile::Profile& profile) {
  return evidence::assess(party_.facts, evidence::facts_of(profile, wanted_),
                          name_evidence(hit, profile), evidence::Use::kScreening);
}

base::Result<evidence::Assessment> HitAssessor::assess(const search::Hit& hit) {
  VEDETTE_ASSIGN(const profile::Profile profile, catalogue_.profile(hit.profile));
  return assess(hit, profile);
}

}  // namespace vedette::service
