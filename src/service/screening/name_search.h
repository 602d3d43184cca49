#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "search/searcher.h"

namespace vedette::service {

// Searches the query's name and the party's other names. The hits of all are one list: a party
// that several names met is one hit with the best score, each of its names with the one it met
// best (PassedName::other_name). In the order of a search of one name; the page is cut from the
// whole. Fails when a search of any name does: the answer would not be complete.
base::Result<search::Results> search_names(const search::Searcher& searcher,
                                           const search::Query& query,
                                           std::span<const std::string> other_names,
                                           search::Workspace& workspace);

}  // namespace vedette::service
