#pragma once

#include <filesystem>

#include "base/descriptor.h"
#include "base/result.h"

namespace vedette::ledger {

// Held by the one server process of a data directory; commands beside it do not take it. The
// kernel frees it when the process ends, however it ends.
class ServerLock {
 public:
  // Makes the directory (for its owner alone) when it is absent. kConflict when another process
  // holds the lock; the message names that process.
  static base::Result<ServerLock> take(const std::filesystem::path& data_directory);

 private:
  explicit ServerLock(base::Descriptor descriptor) : descriptor_(std::move(descriptor)) {}
  base::Descriptor descriptor_;
};

// Makes the data directory, for its owner alone, when it is absent.
base::Result<void> make_data_directory(const std::filesystem::path& data_directory);
// Makes the names of the files in it durable.
base::Result<void> sync_data_directory(const std::filesystem::path& data_directory);

}  // namespace vedette::ledger
