#include "service/screening/screening.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>

#include "search/searcher.h"
#include "service/common/engine_version.h"
#include "service/screening/name_cut.h"

namespace vedette::service {

using base::Result;

namespace {

bool has_switched(const Generations& generations, const catalogue::Catalogue& from) {
  const auto now = generations.current();
  return now.ok() && now->get() != &from;
}

}  // namespace

std::vector<RecordedHit> recorded_hits(const catalogue::Catalogue& catalogue,
                                       std::span<const search::Hit> hits) {
  std::vector<RecordedHit> out;
  out.reserve(hits.size());
  for (const search::Hit& hit : hits)
    out.push_back({catalogue.resource_id(hit.profile), hit.score});
  return out;
}

SearchBasis basis_of(const catalogue::Catalogue& catalogue) {
  return {catalogue.meta().generation, std::string(kEngineVersion)};
}

std::vector<std::string> Screening::stale_lists(const catalogue::Catalogue& catalogue) const {
  return parts_.ages.stale(catalogue);
}

Result<std::shared_ptr<const catalogue::Catalogue>> Screening::choose(
    const std::optional<base::Time>& as_of) {
  if (as_of) return parts_.generations.as_of(*as_of);
  VEDETTE_ASSIGN(auto catalogue, parts_.generations.current());
  if (!parts_.refuse_stale) return catalogue;
  const std::vector<std::string> stale = stale_lists(*catalogue);
  if (stale.empty()) return catalogue;
  const std::string message =
      fmt::format("Lists are older than allowed, so nothing is screened: {}. Update them first.",
                  fmt::join(stale, ", "));
  return base::Error(base::Cause::kUnavailable, message, {{"", "UNAVAILABLE", message}});
}

Result<search::Results> Screening::search(
    const std::shared_ptr<const catalogue::Catalogue>& catalogue, const SearchQuestion& question) {
  // As for monitored records: a listed name that cannot be compared in full is a hit, and its
  // explanation says so.
  const search::Searcher searcher(catalogue, parts_.analyser, parts_.work_limit,
                                  search::Capped::kTaken);
  const auto workspace = parts_.workspaces.take();
  const auto begin = std::chrono::steady_clock::now();
  auto results = searcher.search(query_of(question), *workspace);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (results.ok() && parts_.observe) parts_.observe(*results, taken.count());
  return results;
}

Result<ScreeningAnswer> Screening::screen(const Asker& asker, const SearchQuestion& question) {
  ScreeningAnswer answer;
  base::Time asked;
  // A moment at which that generation served, see catalogue::Serving.
  do {
    VEDETTE_ASSIGN(answer.catalogue, choose(question.as_of));
    asked = parts_.clock.now();
  } while (!question.as_of && has_switched(parts_.generations, *answer.catalogue));
  VEDETTE_ASSIGN(answer.results, search(answer.catalogue, question));
  const auto begin = std::chrono::steady_clock::now();
  auto recorded = parts_.searches.record(
      asker, {.asked = asked,
              .question = question,
              .basis = basis_of(*answer.catalogue),
              .total = answer.results.total,
              .hits = recorded_hits(*answer.catalogue, answer.results.hits)});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (parts_.observe_record) parts_.observe_record(taken.count(), recorded.ok());
  VEDETTE_ASSIGN(answer.identity, std::move(recorded));
  answer.stale_lists = stale_lists(*answer.catalogue);
  answer.name_cut = is_name_cut(parts_.analyser, question.family, question.name);
  return answer;
}

}  // namespace vedette::service
