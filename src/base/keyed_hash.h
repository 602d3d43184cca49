#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/digest.h"

namespace vedette::base {

using Mac128 = std::array<std::uint8_t, 16>;

// Keyed BLAKE2b with 16 bytes: for what is made with every row, where HMAC-SHA256 takes too long.
Mac128 keyed_hash(const Key256& key, std::string_view bytes);

}  // namespace vedette::base
