#include "service/screening/screening.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <tuple>

#include "search/searcher.h"
#include "service/common/engine_version.h"
#include "service/screening/hit_assessor.h"
#include "service/screening/name_cut.h"
#include "service/screening/name_search.h"

namespace vedette::service {

using base::Result;

namespace {

bool needs_every_hit(const SearchQuestion& question) {
  return question.order == HitOrder::kConfidence || question.confidence_threshold > 0;
}

base::Error too_many_hits() {
  const std::string message = fmt::format(
      "More than {} hits would have to be put in order by confidence; raise the threshold.",
      kMostAssessed);
  return {base::Cause::kTooExpensive, message, {{"", "QUERY_TOO_EXPENSIVE", message}}};
}

Result<void> assess(const parties::PartyCatalogue& lists, const names::Analyser& analyser,
                    const SearchQuestion& question, ScreeningResults& results) {
  HitAssessor assessor(lists, analyser,
                       {question.name, question.details.other_names, facts_of(question)});
  results.assessed.reserve(results.found.hits.size());
  for (const search::Hit& hit : results.found.hits) {
    VEDETTE_ASSIGN(evidence::Assessment one, assessor.assess(hit));
    results.assessed.push_back(std::move(one));
  }
  return {};
}

// Leaves out what is below the confidence asked for, and cuts the page in the order asked for.
void cut_page(const catalogue::Catalogue& catalogue, const SearchQuestion& question,
              ScreeningResults& results) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < results.found.hits.size(); ++i)
    if (results.assessed[i].confidence >= question.confidence_threshold) kept.push_back(i);
  // By confidence, then score, then resource id; the hits stand by score already.
  const auto key = [&](std::size_t i) {
    const search::Hit& hit = results.found.hits[i];
    return std::tuple(-results.assessed[i].confidence, -hit.score,
                      catalogue.resource_id(hit.profile));
  };
  if (question.order == HitOrder::kConfidence) std::ranges::sort(kept, {}, key);
  results.left_out = results.found.hits.size() - kept.size();
  results.found.total = kept.size();
  const std::size_t first = std::min(question.offset, kept.size());
  const std::size_t last = first + std::min(question.limit, kept.size() - first);
  std::vector<search::Hit> hits;
  std::vector<evidence::Assessment> assessed;
  for (std::size_t at = first; at < last; ++at) {
    hits.push_back(std::move(results.found.hits[kept[at]]));
    assessed.push_back(std::move(results.assessed[kept[at]]));
  }
  results.found.hits = std::move(hits);
  results.assessed = std::move(assessed);
}

bool has_switched(const Generations& generations, const catalogue::Catalogue& from) {
  const auto now = generations.current();
  return now.ok() && now->get() != &from;
}

}  // namespace

std::vector<RecordedHit> recorded_hits(const catalogue::Catalogue& catalogue,
                                       const ScreeningResults& results) {
  std::vector<RecordedHit> out;
  out.reserve(results.found.hits.size());
  for (std::size_t i = 0; i < results.found.hits.size(); ++i) {
    const search::Hit& hit = results.found.hits[i];
    out.push_back({catalogue.resource_id(hit.profile), hit.score, results.assessed[i].confidence});
  }
  return out;
}

SearchBasis basis_of(const parties::PartyCatalogue& lists) {
  return {lists.catalogue->meta().generation, std::string(kEngineVersion), lists.parties_text()};
}

std::vector<std::string> Screening::stale_lists(const catalogue::Catalogue& catalogue) const {
  return parts_.ages.stale(catalogue);
}

Result<parties::PartyCatalogue> Screening::choose(const std::optional<base::Time>& as_of) {
  if (as_of) {
    VEDETTE_ASSIGN(auto then, parts_.generations.as_of(*as_of));
    if (parts_.groupings == nullptr) return parties::PartyCatalogue(std::move(then));
    return parts_.groupings->served_at(std::move(then), *as_of);
  }
  VEDETTE_ASSIGN(auto catalogue, parts_.generations.current());
  const std::vector<std::string> stale =
      parts_.refuse_stale ? stale_lists(*catalogue) : std::vector<std::string>();
  if (stale.empty()) {
    if (parts_.groupings == nullptr) return parties::PartyCatalogue(std::move(catalogue));
    return parts_.groupings->served(std::move(catalogue));
  }
  const std::string message =
      fmt::format("Lists are older than allowed, so nothing is screened: {}. Update them first.",
                  fmt::join(stale, ", "));
  return base::Error(base::Cause::kUnavailable, message, {{"", "UNAVAILABLE", message}});
}

Result<parties::PartyCatalogue> Screening::recorded(const SearchBasis& basis) {
  VEDETTE_ASSIGN(auto catalogue, parts_.generations.at(basis.generation));
  if (parts_.groupings == nullptr) return parties::PartyCatalogue(std::move(catalogue));
  return parts_.groupings->recorded(std::move(catalogue), basis.parties);
}

Result<ScreeningResults> Screening::search(const parties::PartyCatalogue& lists,
                                           const SearchQuestion& question) {
  // As for monitored records: a listed name that cannot be compared in full is a hit, and its
  // explanation says so.
  const search::Searcher searcher(lists.catalogue, parts_.analyser, parts_.work_limit,
                                  search::Capped::kTaken, lists.grouping);
  const auto workspace = parts_.workspaces.take();
  const auto begin = std::chrono::steady_clock::now();
  search::Query query = query_of(question);
  const bool whole = needs_every_hit(question);
  if (whole) {
    query.offset = 0;
    query.limit = std::numeric_limits<std::size_t>::max();
  }
  ScreeningResults results;
  VEDETTE_ASSIGN(results.found,
                 search_names(searcher, query, question.details.other_names, *workspace));
  if (whole && results.found.hits.size() > kMostAssessed) return too_many_hits();
  VEDETTE_TRY(assess(lists, parts_.analyser, question, results));
  if (whole) cut_page(*lists.catalogue, question, results);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (parts_.observe) parts_.observe(results.found, taken.count());
  return results;
}

Result<ScreeningAnswer> Screening::screen(const Asker& asker, const SearchQuestion& question) {
  ScreeningAnswer answer;
  base::Time asked;
  // A moment at which that generation served, see catalogue::Serving.
  do {
    VEDETTE_ASSIGN(answer.lists, choose(question.as_of));
    asked = parts_.clock.now();
  } while (!question.as_of && has_switched(parts_.generations, *answer.lists.catalogue));
  VEDETTE_ASSIGN(answer.results, search(answer.lists, question));
  const auto begin = std::chrono::steady_clock::now();
  auto recorded = parts_.searches.record(
      asker, {.asked = asked,
              .question = question,
              .basis = basis_of(answer.lists),
              .total = answer.results.found.total,
              .hits = recorded_hits(*answer.lists.catalogue, answer.results)});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (parts_.observe_record) parts_.observe_record(taken.count(), recorded.ok());
  VEDETTE_ASSIGN(answer.identity, std::move(recorded));
  answer.stale_lists = stale_lists(*answer.lists.catalogue);
  answer.name_cut = is_name_cut(parts_.analyser, question.family, question.name);
  return answer;
}

}  // namespace vedette::service
