#pragma once

#include <cstdint>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

struct RemovedSearches {
  std::int64_t searches = 0;
  std::int64_t batches = 0;  // with all of their names
  bool more = false;         // some project has more to remove
};

// Removes up to `limit` recorded searches and as many batches that are past the retention of their
// project at `now`, oldest first. Each run has an entry `searches.removed` in the project's chain,
// which says up to which number all of that kind are gone: `vedette verify` accepts those as
// missing and no others.
base::Result<RemovedSearches> remove_old_searches(ledger::Ledger& ledger,
                                                  const ledger::OperatorScope& scope,
                                                  base::Time now, std::int64_t limit);

}  // namespace vedette::service
