#pragma once

#include <filesystem>

#include "base/result.h"

namespace vedette::ledger {

// Held by the one server process of a data directory; commands beside it do not take it. The
// kernel frees it when the process ends, however it ends.
class ServerLock {
 public:
  // Makes the directory (for its owner alone) when it is absent. kConflict when another process
  // holds the lock; the message names that process.
  static base::Result<ServerLock> take(const std::filesystem::path& data_directory);

  ServerLock(ServerLock&& other) noexcept;
  ServerLock& operator=(ServerLock&& other) noexcept;
  ~ServerLock();

 private:
  explicit ServerLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace vedette::ledger
