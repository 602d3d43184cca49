#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "ledger/sql/connection.h"

namespace vedette::ledger::sql {

struct SqliteFile {
  std::filesystem::path path;
  std::string vfs;  // empty for SQLite's own
};

// Opens the file (made for its owner alone when absent) with write-ahead log and synchronous=FULL:
// a commit that returned is on the disk. A reading connection cannot write.
base::Result<std::unique_ptr<Connection>> open_sqlite(const SqliteFile& file, Access access,
                                                      Deadline deadline);

}  // namespace vedette::ledger::sql
