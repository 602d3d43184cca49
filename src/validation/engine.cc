#include "validation/engine.h"

#include <limits>

namespace vedette::validation {

CatalogueEngine::CatalogueEngine(std::shared_ptr<const catalogue::Catalogue> catalogue,
                                 const names::Analyser& analyser)
    : searcher_(std::move(catalogue), analyser, std::numeric_limits<std::uint64_t>::max(),
                search::Capped::kTaken) {}

base::Result<std::vector<FoundParty>> CatalogueEngine::find(const search::Query& query,
                                                            search::Workspace& workspace) const {
  search::Query all = query;
  all.offset = 0;
  all.limit = std::numeric_limits<std::size_t>::max();
  VEDETTE_ASSIGN(const search::Results results, searcher_.search(all, workspace));
  std::vector<FoundParty> found;
  found.reserve(results.hits.size());
  for (const search::Hit& hit : results.hits)
    found.push_back({hit.profile, hit.score});
  return found;
}

}  // namespace vedette::validation
