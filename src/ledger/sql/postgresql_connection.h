#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ledger/sql/connection.h"

namespace vedette::ledger::sql {

// Connects to a PostgreSQL server. Nothing blocks past a deadline: a call that runs out of time
// drops the connection, and the server undoes what was not committed. A server set to
// synchronous_commit=off is overruled for this connection.
base::Result<std::unique_ptr<Connection>> open_postgresql(const std::string& url, Access access,
                                                          Deadline deadline);

// What servers on one database tell each other (NOTIFY) goes through one channel of this name.
inline constexpr const char* kAnnouncements = "vedette";

// A connection that hears what is told there. Used by one thread. After a failure it is of no use.
class PostgresqlListener {
 public:
  virtual ~PostgresqlListener() = default;
  // What was told since the last call; waits for it until the deadline or until `stop` (a file
  // descriptor) can be read, and gives nothing then.
  virtual base::Result<std::vector<std::string>> wait(int stop, Deadline deadline) = 0;
  // Whether the server still answers.
  virtual base::Result<void> check(Deadline deadline) = 0;
};

base::Result<std::unique_ptr<PostgresqlListener>> open_postgresql_listener(const std::string& url,
                                                                           Deadline deadline);

}  // namespace vedette::ledger::sql
