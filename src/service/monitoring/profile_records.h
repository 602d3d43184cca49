#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// Whether a project watches a company, and how that stands.
struct MonitoringState {
  std::vector<std::string> record_ids = {};  // of records with a match to the company, by id
  std::int64_t open_count = 0;               // open matches among them
};
// RECORD_ALTERED when a record or match among them was changed behind our back.
base::Result<MonitoringState> monitoring_of(ledger::Ledger& ledger,
                                            const ledger::ProjectScope& scope,
                                            const std::vector<std::string>& resource_ids);

}  // namespace vedette::service
