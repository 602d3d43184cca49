#pragma once

#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::ledger {

// The newest time that servers on this ledger have confirmed; nothing when none has run. Only
// looks, at a store whose schema is up to date.
base::Result<std::optional<base::Time>> confirmed_time(const LedgerSettings& settings);

}  // namespace vedette::ledger
