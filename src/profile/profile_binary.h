#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/result.h"
#include "profile/profile.h"

namespace vedette::profile {

// A compact binary form of a profile for files of ours: one format byte, then every field in the
// order of the `fields` functions; lengths and numbers as base-128 varints. Equal profiles have
// equal bytes. Reading bytes from outside is safe: anything malformed is kCorrupt, a newer format
// byte is kUnsupported.
void append_binary(const Profile& profile, std::string& out);
base::Result<Profile> parse_binary(std::string_view bytes);

// The digest of everything material: when it changes between generations, so does the version.
// Fields of Weight::kVolatile (addresses of evidence, capture dates, images, what the catalogue
// fills in) do not enter it.
base::Sha256 material_digest(const Profile& profile);

}  // namespace vedette::profile
