#pragma once

#include <filesystem>
#include <string_view>

#include "base/digest.h"
#include "base/result.h"

namespace vedette::ledger {

// The secret of the installation: 32 random bytes in a file that only its owner can read. Client
// secrets and the MACs of the audit chain are derived from it. All nodes share one key; it is never
// part of a backup.
class ServerKey {
 public:
  // Reads the key; makes it when the file is absent. kForbidden when others can read the file,
  // kCorrupt when it does not hold exactly 32 bytes.
  static base::Result<ServerKey> load_or_create(const std::filesystem::path& file);
  // The same, making nothing: kNotFound when the file is absent.
  static base::Result<ServerKey> load(const std::filesystem::path& file);

  explicit ServerKey(const base::Key256& bytes) : bytes_(bytes) {}

  // HMAC-SHA256 under the key itself.
  base::Sha256 mac(std::string_view message) const { return base::hmac_sha256(bytes_, message); }
  // A key for one purpose; different purposes give unrelated keys.
  base::Key256 derive(std::string_view purpose) const { return mac(purpose); }

 private:
  base::Key256 bytes_;
};

}  // namespace vedette::ledger
