#include "service/parties/judgement_evidence.h"

namespace vedette::service {
namespace {

// Of the entries of two parties; those beyond are not compared.
constexpr std::size_t kMostCompared = 400;

base::Result<bool> parties_conflict(const parties::Grouping& grouping,
                                    parties::EntryComparer& comparer, parties::Entry one,
                                    parties::Entry other) {
  std::size_t left = kMostCompared;
  for (const parties::Entry a : grouping.entries_of(one))
    for (const parties::Entry b : grouping.entries_of(other)) {
      if (left-- == 0) return false;
      VEDETTE_ASSIGN(const parties::EntryComparison compared, comparer.compare(a, b));
      if (compared.conflict) return true;
    }
  return false;
}

}  // namespace

base::Result<void> add_evidence(const catalogue::Catalogue& catalogue,
                                const parties::Grouping& grouping, const names::Analyser& analyser,
                                std::vector<NewJudgement>& judgements) {
  parties::EntryComparer comparer(catalogue, analyser);
  for (NewJudgement& judgement : judgements) {
    const auto one = catalogue.find(judgement.one.id), other = catalogue.find(judgement.other.id);
    if (!one || !other || *one == *other) continue;
    VEDETTE_ASSIGN(const parties::EntryComparison compared, comparer.compare(*one, *other));
    if (!judgement.confidence) judgement.confidence = compared.assessment.confidence;
    if (judgement.verdict != parties::Verdict::kSame ||
        grouping.party_of(*one) == grouping.party_of(*other))
      continue;
    VEDETTE_ASSIGN(judgement.conflict, parties_conflict(grouping, comparer, *one, *other));
  }
  return {};
}

}  // namespace vedette::service
