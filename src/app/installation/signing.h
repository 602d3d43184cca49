#pragma once

#include <filesystem>
#include <string>

#include "app/settings/settings.h"
#include "base/result.h"
#include "service/common/signed_document.h"

namespace vedette::app {

// Beside the server key, or in the data directory when that place cannot be written (a mounted
// secret): the Ed25519 key of the installation, for its owner alone. Never part of a backup.
std::filesystem::path signing_key_file(const Settings& settings);

// Makes the signing key when there is none. The server key must be there.
base::Result<service::DocumentSigner> open_signer(const Settings& settings);

// Whose signatures hold here: the key that is named, or without one this installation's, or one
// that its server key endorses. Makes nothing.
base::Result<service::TrustedSigners> trusted_signers(const Settings& settings,
                                                      const std::string& named);

}  // namespace vedette::app
