#include "app/installation/signing.h"

#include <unistd.h>

#include "app/installation/installation.h"
#include "ledger/secret_file.h"

namespace vedette::app {

namespace fs = std::filesystem;

fs::path signing_key_file(const Settings& settings) {
  const fs::path beside = key_file(settings).parent_path() / "signing.key";
  std::error_code ignored;
  const bool usable =
      fs::exists(beside, ignored) || ::access(beside.parent_path().c_str(), W_OK) == 0;
  return usable ? beside : fs::path(settings.data) / "signing.key";
}

base::Result<service::DocumentSigner> open_signer(const Settings& settings) {
  VEDETTE_ASSIGN(const ledger::ServerKey server_key, ledger::ServerKey::load(key_file(settings)));
  VEDETTE_ASSIGN(const base::Key256 seed,
                 ledger::load_or_create_secret(signing_key_file(settings)));
  return service::DocumentSigner(base::KeyPair(seed), server_key);
}

base::Result<service::TrustedSigners> trusted_signers(const Settings& settings,
                                                      const std::string& named) {
  service::TrustedSigners out;
  if (!named.empty()) {
    out.key = service::read_public_key(named);
    if (!out.key)
      return base::Error(base::Cause::kInvalidInput,
                         "--signed-by must be 64 hexadecimal digits, as `vedette signing-key` "
                         "prints them");
    return out;
  }
  const auto seed = ledger::load_secret(signing_key_file(settings));
  if (!seed.ok() && seed.error().cause != base::Cause::kNotFound) return seed.error();
  if (seed.ok()) out.key = base::KeyPair(*seed).public_key();
  const auto server_key = ledger::ServerKey::load(key_file(settings));
  if (!server_key.ok() && server_key.error().cause != base::Cause::kNotFound)
    return server_key.error();
  if (server_key.ok()) out.endorsed_by = *server_key;
  return out;
}

}  // namespace vedette::app
