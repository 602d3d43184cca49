#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vedette::base {

using Sha256 = std::array<std::uint8_t, 32>;
using Key256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);
Sha256 hmac_sha256(const Key256& key, std::string_view bytes);

// True when both are equal; the time taken depends on the lengths alone.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// From the system's generator; never fails, never repeats.
void fill_random(std::span<std::uint8_t> out);
Key256 random_key();
// `bytes` random bytes as base64url without padding.
std::string random_token(std::size_t bytes);

inline std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace vedette::base
