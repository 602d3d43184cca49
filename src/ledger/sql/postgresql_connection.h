#pragma once

#include <memory>
#include <string>

#include "ledger/sql/connection.h"

namespace vedette::ledger::sql {

// Connects to a PostgreSQL server. Nothing blocks past a deadline: a call that runs out of time
// drops the connection, and the server undoes what was not committed. A server set to
// synchronous_commit=off is overruled for this connection.
base::Result<std::unique_ptr<Connection>> open_postgresql(const std::string& url, Access access,
                                                          Deadline deadline);

}  // namespace vedette::ledger::sql
