#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// Sums over all projects, for whoever keeps the installation running; nothing here tells one
// project from another.
struct InstallationTotals {
  FamilyTotals businesses = {};
  FamilyTotals individuals = {};
  std::int64_t chunks = 0;
  std::int64_t chunks_behind = 0;  // not screened under the lists that serve
  std::int64_t webhooks_active = 0;
  std::int64_t webhooks_disabled = 0;  // by the service
  std::int64_t weak_classes =
      0;  // below their line in the last validation of a project, not accepted
  std::int64_t deliveries_pending = 0;
  std::optional<base::Time> oldest_pending = {};  // when that delivery was made
};

// `generation` is the one that serves; 0 for none.
base::Result<InstallationTotals> read_installation_totals(ledger::Ledger& ledger,
                                                          std::int64_t generation);

}  // namespace vedette::service
