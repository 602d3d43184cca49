#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "service/common/work_lease.h"
#include "service/lists/list_checks.h"
#include "service/lists/list_import.h"
#include "service/lists/list_removal.h"
#include "service/lists/shared_generations.h"

namespace vedette::service {

// Who changes the lists, as the audit chain names them.
struct ListActor {
  std::string name = "service";  // "operator" at the command line, "user:12", or the schedule
  std::string request_id = {};
};

// What somebody wants fetched over the API.
struct UpdateAsked {
  std::vector<std::string> sources = {};  // empty: all that are enabled
  bool allow_shrink = false;
  bool allow_older = false;
  ListActor by = {};
};

// Writes what happens to the lists into the audit chain of the installation: lists belong to no
// project. Each entry is durable when the call returns, and is written before the change takes
// effect. Where servers share their generations, the same change publishes the new one.
class ListAudit {
 public:
  explicit ListAudit(ledger::Ledger& ledger, const SharedGenerations* shared = nullptr)
      : ledger_(ledger), shared_(shared) {}

  // One entry per list, or one that the catalogue was built anew. With a lease, kConflict when its
  // fence is no longer the newest; without one too, when another server published meanwhile.
  base::Result<void> imported(const ListActor& by, const ImportRequest& request,
                              const ImportReport& report, const HeldLease& lease = {}) const;
  base::Result<void> removed(const ListActor& by, const RemovalReport& report) const;
  // What sources answered, for attestations.
  base::Result<void> checked(const std::vector<ListCheck>& checks) const;
  // Generations that were removed because they are past their time.
  base::Result<void> pruned(const std::vector<std::uint64_t>& generations) const;

 private:
  using Change = std::function<base::Result<void>(ledger::OperatorWriter&)>;
  // Writes the entries of `change` and publishes the file, both or none.
  base::Result<void> publish(const catalogue::GenerationFile& file, const Change& change) const;

  ledger::Ledger& ledger_;
  const SharedGenerations* const shared_;
};

}  // namespace vedette::service
