#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// How far the records are screened under the newest lists, engine and settings. Counted in chunks
// of 4,096 records.
struct ScreeningProgress {
  std::int64_t chunks = 0;
  std::int64_t pending = 0;
  std::optional<base::Time> started = {};    // of the last re-screening
  std::optional<base::Time> completed = {};  // nothing while it goes on
  std::int64_t generation = 0;               // that it was about
  std::int64_t matches_changed = 0;          // by it

  bool running() const { return pending > 0; }
};

// What everything must have been screened under to be up to date; the settings are each project's.
struct ScreeningTarget {
  std::int64_t generation = 0;
  std::int64_t engine = 0;
};

// Of one project.
base::Result<ScreeningProgress> screening_progress(ledger::Ledger& ledger,
                                                   const ledger::ProjectScope& scope,
                                                   const ScreeningTarget& target);
// Of all projects: chunks and pending alone.
base::Result<ScreeningProgress> screening_progress(ledger::Ledger& ledger,
                                                   const ledger::OperatorScope& scope,
                                                   const ScreeningTarget& target);

}  // namespace vedette::service
