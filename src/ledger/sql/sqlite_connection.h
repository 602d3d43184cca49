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

// Copies a database as it is at one moment into a new file for its owner alone, while others read
// and write it. The copy is whole and synced, or there is none.
base::Result<void> copy_sqlite(const SqliteFile& from, const std::filesystem::path& to);

}  // namespace vedette::ledger::sql
