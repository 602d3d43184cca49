#include "app/customers/country_narrowing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <thread>

#include "service/monitoring/record_screening.h"

namespace vedette::app {
namespace {

using base::Result;

// How many profiles the countries of the record keep from being matches.
Result<std::uint64_t> count_left_out(const service::MonitorRecord& record,
                                     const service::RecordScreening& screening,
                                     search::WorkspacePool& workspaces) {
  const auto workspace = workspaces.take();
  VEDETTE_ASSIGN(const auto kept, screening.find(record.family, record.criteria, *workspace));
  service::Criteria anywhere = record.criteria;
  anywhere.countries.clear();
  VEDETTE_ASSIGN(const auto all, screening.find(record.family, anywhere, *workspace));
  return all.size() - kept.size();
}

}  // namespace

Result<void> CountryNarrowing::add(const std::vector<service::MonitorRecord>& all,
                                   const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                                   const names::Analyser& analyser,
                                   const service::MonitoringSettings& settings,
                                   search::WorkspacePool& workspaces) {
  if (settings.country_rule == service::CountryRule::kIgnore) return {};
  std::vector<const service::MonitorRecord*> narrowed;
  for (const service::MonitorRecord& record : all)
    if (!record.criteria.countries.empty()) narrowed.push_back(&record);
  records += narrowed.size();
  const service::RecordScreening screening(catalogue, analyser, settings);
  std::vector<std::optional<Result<std::uint64_t>>> counts(narrowed.size());
  search::for_each_in_parallel(
      narrowed.size(), std::max(1U, std::thread::hardware_concurrency()),
      [&](std::size_t i) { counts[i] = count_left_out(*narrowed[i], screening, workspaces); });
  for (std::size_t i = 0; i < narrowed.size(); ++i) {
    VEDETTE_ASSIGN(const std::uint64_t count, *counts[i]);
    if (count == 0) continue;
    left_out += count;
    told.push_back(fmt::format("{} {}: {} (countries {})", narrowed[i]->id,
                               narrowed[i]->criteria.name, count,
                               fmt::join(narrowed[i]->criteria.countries, ", ")));
  }
  return {};
}

}  // namespace vedette::app
