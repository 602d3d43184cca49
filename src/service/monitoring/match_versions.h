#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// A record that is deleted and added again under the same id has new matches, with the same
// numbers (qrCodes) as the old ones. What a client sends about an old match must not be taken for a
// word about the new one: the new matches of a project begin above every version that a match of a
// deleted record had. Both within the caller's transaction, which has locked the project.

// The highest version that is gone; 0 as long as nothing was deleted.
base::Result<std::int64_t> version_floor(ledger::ProjectWriter& writer);

// The matches of a record that is being deleted.
base::Result<void> raise_version_floor(ledger::ProjectWriter& writer,
                                       const std::vector<Match>& deleted);

}  // namespace vedette::service
