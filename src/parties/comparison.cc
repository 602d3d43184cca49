#include "parties/comparison.h"

#include <algorithm>

namespace vedette::parties {
namespace {

constexpr std::size_t kMostSides = 512;

const evidence::Term* term_of(const evidence::Assessment& assessment,
                              evidence::Attribute attribute) {
  const auto found = std::ranges::find(assessment.terms, attribute, &evidence::Term::attribute);
  return found == assessment.terms.end() ? nullptr : &*found;
}

bool has(const evidence::Assessment& assessment, evidence::Finding finding) {
  const evidence::Term* term = term_of(assessment, evidence::attribute_of(finding));
  return term != nullptr && term->finding == finding;
}

// Two entries of one list are two parties unless a number of theirs says otherwise: a list that
// has somebody twice is rare, and namesakes on one list are not.
bool is_conflict(const evidence::Assessment& assessment) {
  using enum evidence::Finding;
  if (has(assessment, kListEntryOther) && !has(assessment, kIdentifierSame)) return true;
  return std::ranges::any_of(std::array{kBirthOtherDay, kBirthOtherYear, kBirthFarYear,
                                        kGenderOther, kIdentifierOther, kKindOther},
                             [&](evidence::Finding finding) { return has(assessment, finding); });
}

}  // namespace

base::Result<std::shared_ptr<const EntryComparer::Side>> EntryComparer::side(Entry entry) {
  if (const auto known = sides_.find(entry); known != sides_.end()) return known->second;
  VEDETTE_ASSIGN(const profile::Profile profile, catalogue_.profile(entry));
  if (sides_.size() >= kMostSides) sides_.clear();
  auto made = std::make_shared<const Side>(
      Side{evidence::facts_of(profile), evidence::PartyNames(analyser_, profile)});
  sides_.emplace(entry, made);
  return made;
}

base::Result<EntryComparison> EntryComparer::compare(Entry a, Entry b) {
  VEDETTE_ASSIGN(const std::shared_ptr<const Side> ours, side(a));
  VEDETTE_ASSIGN(const std::shared_ptr<const Side> theirs, side(b));
  const auto& weights = evidence::Weights::shipped();
  EntryComparison made;
  const evidence::NameEvidence name =
      evidence::best_name(ours->names, theirs->names, weights, &made.names);
  made.assessment =
      evidence::assess(ours->facts, theirs->facts, name, evidence::Use::kGrouping, weights);
  evidence::add_names(made.assessment, made.names, weights);
  made.conflict = is_conflict(made.assessment);
  return made;
}

}  // namespace vedette::parties
