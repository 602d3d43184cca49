#include "service/lists/catalogue_rebuild.h"

#include <fmt/format.h>

#include "service/common/engine_version.h"

namespace vedette::service {

std::optional<std::string> reason_to_rebuild(const catalogue::Catalogue& catalogue) {
  if (catalogue.engine_version() == kEngineVersion) return std::nullopt;
  return fmt::format(
      "generation {} was built by version {} of the comparison and is searched by version {}: "
      "build it anew with `vedette lists rebuild`",
      catalogue.meta().generation, catalogue.engine_version(), kEngineVersion);
}

base::Result<ImportReport> rebuild_catalogue(const catalogue::Store& store,
                                             const names::Analyser& analyser,
                                             const base::Clock& clock, const ImportRequest& request,
                                             const ProgressCallback& progress) {
  VEDETTE_TRY(store.open_current(catalogue::Purpose::kProfiles));
  // An import that reads no list carries over all that is there.
  return import_lists(store, analyser, clock, request, progress);
}

}  // namespace vedette::service
