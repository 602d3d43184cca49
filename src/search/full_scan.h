#pragma once

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "search/party_map.h"
#include "search/query.h"

namespace vedette::search {

// The slow, obvious answer: every name of the catalogue is scored. What Searcher must return.
Results full_scan(const catalogue::Catalogue& catalogue, const names::Analyser& analyser,
                  const Query& query, const PartyMap* parties = nullptr);

}  // namespace vedette::search
