#pragma once

#include <filesystem>

#include "base/digest.h"
#include "base/result.h"

namespace vedette::ledger {

// 32 random bytes in a file that only its owner can read.
// kNotFound when the file is absent, kForbidden when others can read it, kCorrupt when it does not
// hold exactly 32 bytes.
base::Result<base::Key256> load_secret(const std::filesystem::path& file);
// The same; makes the file when it is absent. Of two processes that start together one makes it and
// both use it.
base::Result<base::Key256> load_or_create_secret(const std::filesystem::path& file);

}  // namespace vedette::ledger
