#pragma once

#include <cstdint>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// Removes records that were deleted longer ago than their project keeps them, with their matches
// and history: at most `limit`, one transaction and one audit entry for each project. Gives how
// many.
base::Result<std::int64_t> remove_old_records(ledger::Ledger& ledger,
                                              const ledger::OperatorScope& scope, base::Time now,
                                              std::int64_t limit);

}  // namespace vedette::service
