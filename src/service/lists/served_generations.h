#pragma once

#include <cstdint>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "ledger/ledger.h"
#include "service/lists/readiness.h"

namespace vedette::service {

// The ledger notes which generations have served. A server that starts with an older one, because
// the file of the current is damaged or missing, and a node that has yet to follow, know by it that
// records have been screened under newer lists than theirs.

// Notes that this generation serves. A catalogue that was begun anew (another time of making under
// a known number, or a smaller number that was made later) puts every record at the beginning.
base::Result<void> note_served(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                               const catalogue::Catalogue& catalogue);

// The newest generation that has served anywhere; 0 before the first.
base::Result<std::int64_t> newest_served(ledger::OperatorReader& reader);
template <class Reader>  // of a project
base::Result<std::int64_t> newest_served(Reader& reader);

// Says so where a newer generation than the one that serves is known.
void describe_older_lists(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                          Readiness& readiness);

}  // namespace vedette::service
