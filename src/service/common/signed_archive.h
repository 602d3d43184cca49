#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "service/common/signed_document.h"
#include "service/common/zip_file.h"

namespace vedette::service {

// A zip archive that proves itself: manifest.json names each member with its size and SHA-256, and
// manifest.json.sig is the signature of the manifest, as of any other signed file.

inline constexpr std::uint64_t kMostArchiveBytes = std::uint64_t{256} * 1024 * 1024;

// `about` is a JSON object that tells what the archive is of; it is part of the manifest.
base::Result<std::string> signed_archive(const DocumentSigner& signer, const std::string& purpose,
                                         const std::string& about, std::vector<ZipMember> members,
                                         base::Time at);

struct CheckedArchive {
  DocumentSignature signature = {};
  std::vector<ZipMember> members = {};  // without the manifest and its signature
};
// Fails as check_signature does; kCorrupt, naming the member, when one was changed, added or taken
// out.
base::Result<CheckedArchive> check_archive(std::string_view archive, const std::string& purpose,
                                           const TrustedSigners& trusted);

}  // namespace vedette::service
