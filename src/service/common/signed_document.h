#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/signature.h"
#include "ledger/server_key.h"

namespace vedette::service {

// What a signature stands over: a file by its size and SHA-256, and what the file is, so that a
// signed report cannot pass for a signed backup. docs/security.md describes the format.
struct SignedFile {
  std::string purpose = {};  // "backup", "validation-report": lower case, digits and dashes
  std::uint64_t bytes = 0;
  base::Sha256 sha256{};
};

// Signs files of an installation. The signature of FILE is a JSON document of its own, FILE.sig.
class DocumentSigner {
 public:
  // `server_key` endorses the signing key: whoever has it can tell that the signing key belongs to
  // the same installation, without having been told its public half.
  DocumentSigner(const base::KeyPair& key, const ledger::ServerKey& server_key);

  std::string sign(const SignedFile& file, base::Time at) const;
  const base::PublicKey& public_key() const { return key_.public_key(); }

 private:
  const base::KeyPair key_;
  const base::Sha256 endorsement_;
};

// Whose signatures are accepted: any that is set and fits is enough.
struct TrustedSigners {
  std::optional<base::PublicKey> key = {};
  std::optional<ledger::ServerKey> endorsed_by = {};
};

struct DocumentSignature {
  std::string purpose = {};
  std::string signed_at = {};
  base::PublicKey key{};
};

// kInvalidInput when `signature` is no signature document, kCorrupt when it is not of this file,
// kForbidden when no trusted key made it. `file.purpose` empty: any purpose.
base::Result<DocumentSignature> check_signature(std::string_view signature, const SignedFile& file,
                                                const TrustedSigners& trusted);

// 64 hexadecimal digits, as `vedette signing-key` prints them.
std::string public_key_text(const base::PublicKey& key);
std::optional<base::PublicKey> read_public_key(std::string_view text);

}  // namespace vedette::service
