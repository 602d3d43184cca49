#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/screening/search_entry.h"

namespace vedette::service {

// The recorded searches of these numbers, in their order.
base::Result<std::vector<SearchRow>> search_rows_between(ledger::ProjectReader& reader,
                                                         std::int64_t first, std::int64_t last);

// kCorrupt, with the code SEARCH_ALTERED, when a search does not fit the entry of the audit chain
// that was written with it, or has none. The entry itself is for `vedette verify` to judge.
base::Result<void> check_search_row(ledger::ProjectReader& reader, const SearchRow& row);

}  // namespace vedette::service
