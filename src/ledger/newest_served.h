#pragma once

#include "ledger/sql/statement.h"

namespace vedette::ledger {

// The newest generation of the lists that has served: noted when a server began to serve it, or by
// records that were screened under it before that; 0 when there was none. An index answers both.
inline constexpr sql::Sql kNewestServed =
    "select coalesce(max(known.generation), 0) from ("
    "select max(generation) as generation from watched_generations"
    " union all select max(generation) from screening_chunks) known";

}  // namespace vedette::ledger
