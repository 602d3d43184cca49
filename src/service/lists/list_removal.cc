#include "service/lists/list_removal.h"

#include <fmt/format.h>

#include <algorithm>

#include "service/lists/generation_build.h"

namespace vedette::service {

base::Result<RemovalReport> remove_list(const catalogue::Store& store,
                                        const names::Analyser& analyser, const base::Clock& clock,
                                        const RemovalRequest& request) {
  RemovalReport report;
  const auto find =
      [&](const catalogue::Catalogue* serving) -> base::Result<std::vector<std::string>> {
    std::string known;
    for (const catalogue::ListInfo& list :
         serving ? serving->lists() : std::vector<catalogue::ListInfo>()) {
      if (list.key == request.list) report.list = list;
      known += (known.empty() ? "" : ", ") + list.key;
    }
    if (report.list.key.empty())
      return base::Error(base::Cause::kNotFound,
                         fmt::format("there is no list {}; there are: {}", request.list,
                                     known.empty() ? "none" : known));
    // Everybody would be clear of a service without lists.
    if (serving->lists().size() == 1)
      return base::Error(
          base::Cause::kConflict,
          fmt::format("{} is the only list: without it nobody would be found; import "
                      "another one first",
                      request.list));
    return std::vector<std::string>{request.list};
  };
  VEDETTE_ASSIGN(const auto build, GenerationBuild::begin(store, analyser, clock, find));
  report.generation = build->generation();
  VEDETTE_ASSIGN(report.profiles, build->finish({}));
  VEDETTE_ASSIGN(report.file, build->check());
  build->group(request.parties, [] { return false; });
  VEDETTE_TRY(request.record(report));
  VEDETTE_TRY(build->serve(request.keep));
  return report;
}

base::Result<void> check_no_source_brings(const std::string& list,
                                          const std::vector<ListSource>& sources,
                                          const SourceFolder& folder) {
  for (const ListSource& source : sources) {
    if (!source.enabled) continue;
    const SourceState state = folder.load(source.id);
    if (std::ranges::find(state.lists, list, &SourceList::list) != state.lists.end())
      return base::Error(
          base::Cause::kConflict,
          fmt::format("the source {} is enabled and would bring the list {} back; take it out of "
                      "update_sources and sources.toml first",
                      source.id, list));
  }
  return {};
}

}  // namespace vedette::service
