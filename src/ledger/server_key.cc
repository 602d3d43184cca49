#include "ledger/server_key.h"

#include "ledger/secret_file.h"

namespace vedette::ledger {

base::Result<ServerKey> ServerKey::load(const std::filesystem::path& file) {
  VEDETTE_ASSIGN(const base::Key256 bytes, load_secret(file));
  return ServerKey(bytes);
}

base::Result<ServerKey> ServerKey::load_or_create(const std::filesystem::path& file) {
  VEDETTE_ASSIGN(const base::Key256 bytes, load_or_create_secret(file));
  return ServerKey(bytes);
}

}  // namespace vedette::ledger
