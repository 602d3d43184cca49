#include "search/searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <thread>

#include "names/comparing/compare.h"
#include "search/asked_names.h"
#include "search/identified.h"
#include "search/kind_search.h"
#include "search/ranking.h"
#include "search/search_plan.h"

namespace vedette::search {
namespace {

using catalogue::Partition;

bool has_names(const catalogue::Catalogue& catalogue, std::span<const Partition> partitions) {
  return std::ranges::any_of(
      partitions, [&](Partition partition) { return catalogue.meta().has_names(partition); });
}

// The best name of an entry, which need not pass; of a query without a name the primary one.
void take_best_name(const catalogue::Catalogue& catalogue, AskedQuestion& asked, bool without_name,
                    std::uint32_t entry, std::optional<ScoredName>& best) {
  catalogue::NameAssembler assembler;
  for (const std::uint32_t name : catalogue.names_of(entry)) {
    const std::uint16_t ordinal = catalogue.name(name).ordinal;
    const ScoredName scored =
        without_name
            ? ScoredName{entry, name, ordinal, 0, false, catalogue.kind_of_name(name), 0}
            : score_of_name(asked.as(catalogue.kind_of_name(name)), catalogue, name, assembler);
    if (!best || comes_before(scored, *best)) best = scored;
  }
}

}  // namespace

base::Result<Results> Searcher::search(const Query& query, Workspace& workspace) const {
  if (query.threshold < 0 || query.threshold > names::costs::kBest)
    return base::Error(base::Cause::kInvalidInput, "the threshold is a number from 0 to 100");
  static constexpr std::array kPeople = {Partition::kPerson, Partition::kPersonWithInitial};
  static constexpr std::array kUnknownAsPeople = {Partition::kUnknownAsPerson,
                                                  Partition::kUnknownAsPersonWithInitial};
  static constexpr std::array kUnknownAsOrganisations = {Partition::kUnknownAsOrganisation};
  static constexpr std::array kOrganisations = {Partition::kOrganisation};
  static constexpr std::array kThings = {Partition::kThing};
  workspace.prepare(*catalogue_);
  const PartyMap* parties = parties_.get();
  const Filter filter(*catalogue_, query, parties);
  Work work;
  work.limit = work_limit_;
  work.takes_capped = capped_ == Capped::kTaken;
  bool several = false;
  AskedQuestion asked(*analyser_, query.name);
  std::optional<names::Kind> understood_as;
  std::vector<names::AnalysedName> questions;
  const auto run = [&](std::span<const Partition> partitions) {
    // A delta often has no name of a kind; then the query need not be understood as one.
    if (!has_names(*catalogue_, partitions)) return;
    const names::Kind kind = catalogue::kind_of(partitions.front());
    if (understood_as != kind) questions = asked.as(kind);
    understood_as = kind;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (names::score_of_asked(query.threshold, i) < query.threshold) break;
      const std::size_t before = workspace.passed.size();
      if (i > 0) workspace.forget_names();
      const Work work_before = work;
      KindSearch kind_search(*catalogue_, questions[i], filter, query.threshold, workspace, work);
      kind_search.run(partitions);
      if (workspace.plan != nullptr) {
        KindPlan plan = kind_search.plan(partitions.front());
        plan.is_further = i > 0;
        note_plan(*workspace.plan, std::move(plan), work_before, work,
                  workspace.passed.size() - before);
      }
      for (std::size_t k = before; k < workspace.passed.size(); ++k) {
        ScoredName& passed = workspace.passed[k];
        passed.asked = static_cast<std::uint8_t>(i);
        passed.score = static_cast<std::uint8_t>(names::score_of_asked(passed.score, i));
      }
    }
    several = several || questions.size() > 1;
  };
  const bool without_name = query.name.empty() && !query.identifiers.empty();
  if (!without_name) {
    if (query.scope != Scope::kBusiness) run(kPeople);
    run(kUnknownAsPeople);
    run(kUnknownAsOrganisations);
    if (query.scope != Scope::kIndividual) {
      run(kOrganisations);
      run(kThings);
    }
  }
  if (work.exhausted())
    return base::Error(base::Cause::kTooExpensive,
                       "the search would take too much work; add words to the name or raise the "
                       "threshold");
  if (work.capped > 0 && capped_ == Capped::kRefused)
    return base::Error(base::Cause::kTooExpensive,
                       fmt::format("{} listed names could not be compared with this one in every "
                                   "way within the limit of work, so that some may be missing; "
                                   "shorten the name",
                                   work.capped));
  if (several) keep_best_of_each_name(workspace.passed);
  const std::vector<Identified> known = identified(*catalogue_, parties, query.identifiers);
  for (const Identified& each : known) {
    if (!is_hit_by_identifier(each, filter, query)) continue;
    const bool by_name = std::ranges::any_of(workspace.passed, [&](const ScoredName& name) {
      return party_of(parties, name.profile) == each.profile;
    });
    if (by_name) continue;
    std::optional<ScoredName> best;
    for (const std::uint32_t entry : entries_of(parties, each.profile))
      if (catalogue_->is_matchable(entry))
        take_best_name(*catalogue_, asked, without_name, entry, best);
    if (best) workspace.passed.push_back(*best);
  }
  Results results;
  results.scored = work.scored;
  results.looked_at = work.looked_at;
  results.words = work.words;
  results.postings = work.postings;
  results.closely = work.closely;
  results.scanned = work.scanned;
  rank(*catalogue_, parties, filter, query, known, workspace.passed, results);
  return results;
}

std::vector<base::Result<Results>> Searcher::search_all(std::span<const Query> queries,
                                                        unsigned threads) const {
  std::vector<base::Result<Results>> answers(queries.size(), Results{});
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    Workspace workspace;
    for (std::size_t i = next++; i < queries.size(); i = next++)
      answers[i] = search(queries[i], workspace);
  };
  {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads; ++t)
      others.emplace_back(work);
    work();
  }
  return answers;
}

}  // namespace vedette::search
