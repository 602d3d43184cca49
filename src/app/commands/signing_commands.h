#pragma once

#include <filesystem>
#include <string>

#include "app/settings/settings.h"
#include "base/clock.h"
#include "base/result.h"
#include "service/common/signed_document.h"

namespace vedette::app {

struct SigningKeyCommand {
  bool json = false;
};

// `vedette signing-key`: the public half of the key that this installation signs with.
int print_signing_key(const Settings& settings, const SigningKeyCommand& command);

struct SignedFileCommand {
  std::string file;
  std::string signed_by;  // a public key; empty: this installation's
  bool json = false;
};

// `vedette verify FILE`: holds a file against FILE.sig, or a folder of `vedette backup` against its
// signed manifest. Gives 1 when it is not what was signed.
int verify_signed_file(const Settings& settings, const SignedFileCommand& command);

// FILE.sig beside FILE.
std::filesystem::path signature_file(const std::filesystem::path& file);
base::Result<void> sign_file(const service::DocumentSigner& signer,
                             const std::filesystem::path& file, const std::string& purpose,
                             base::Time at);
// kNotFound when there is no signature.
base::Result<service::DocumentSignature> check_signed_file(const std::filesystem::path& file,
                                                           const std::string& purpose,
                                                           const service::TrustedSigners& trusted);

}  // namespace vedette::app
