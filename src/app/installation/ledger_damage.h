#pragma once

#include "app/settings/settings.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::app {

// Whether the last process that used the ledger of SQLite ended cleanly: SQLite removes its log
// then. Call it before the ledger is opened.
bool was_stopped_cleanly(const Settings& settings);

// After a stop that was not clean: kCorrupt when the file of the ledger has broken pages. A file of
// more than kCheckedAtStart is left to `vedette verify`, so that a server starts in seconds.
inline constexpr std::uintmax_t kCheckedAtStart = std::uintmax_t{1} << 30;
base::Result<void> check_for_damage(const Settings& settings, ledger::Ledger& ledger);

}  // namespace vedette::app
