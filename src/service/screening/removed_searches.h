#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// The action of the audit entry for searches that went because of their age, and the two kinds.
inline constexpr std::string_view kSearchesRemoved = "searches.removed";
inline constexpr std::string_view kRemovedSearches = "searches";
inline constexpr std::string_view kRemovedBatches = "batches";

// Up to which number the recorded searches and batches of a project went because of their age.
struct RemovedThrough {
  std::int64_t search = 0;
  std::int64_t batch = 0;

  bool has_search(std::int64_t id) const { return id <= search; }
  bool has_batch(std::int64_t id) const { return id <= batch; }
};
base::Result<RemovedThrough> removed_through(ledger::ProjectReader& reader);

}  // namespace vedette::service
