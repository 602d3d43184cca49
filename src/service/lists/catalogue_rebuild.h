#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/store.h"
#include "names/reading/analyser.h"
#include "service/lists/list_import.h"

namespace vedette::service {

// Why the catalogue should be built anew: another version of the comparison made it, so that its
// names were understood otherwise than a query is now. Nothing when it is up to date.
std::optional<std::string> reason_to_rebuild(const catalogue::Catalogue& catalogue);

// Builds the current generation anew, with this version's format and comparison, from the profiles
// that are stored in it: an ordinary new generation with the same profiles, versions and lists. No
// list file is needed, and the request has none. kNotFound when nothing was imported yet, kConflict
// while an import runs.
base::Result<ImportReport> rebuild_catalogue(const catalogue::Store& store,
                                             const names::Analyser& analyser,
                                             const base::Clock& clock, const ImportRequest& request,
                                             const ProgressCallback& progress);

}  // namespace vedette::service
