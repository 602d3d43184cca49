#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace vedette::service {

struct ZipMember {
  std::string name = {};
  std::string bytes = {};
};

// The members as one zip archive, each with this time.
base::Result<std::string> zip_of(const std::vector<ZipMember>& members, base::Time at);

// What a zip archive holds, in its order. kInvalidInput when it is none, kTooLarge when it unpacks
// to more than `most_bytes` in all or to more than a thousand members.
base::Result<std::vector<ZipMember>> unzip(std::string_view archive, std::uint64_t most_bytes);

}  // namespace vedette::service
