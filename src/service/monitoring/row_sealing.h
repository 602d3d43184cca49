#pragma once

#include <functional>

#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// Seals the rows of a ledger that is older than the seals, once, in small transactions: whoever is
// killed goes on where they were. To be called before anything else reads records. The end is
// written into the installation's audit chain (`ledger.sealed`), and from then on a row without a
// seal is one that somebody changed: it is never sealed again.
// `go_on` is called after each transaction; kUnavailable when it says no.
base::Result<void> seal_rows_once(ledger::Ledger& ledger, const ledger::OperatorScope& scope,
                                  const std::function<bool()>& go_on = {});

}  // namespace vedette::service
