#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vedette::evidence {

// Keccak-256 with the padding of the original proposal, which Ethereum uses; SHA3-256 pads
// otherwise and gives another digest.
std::array<std::uint8_t, 32> keccak_256(std::string_view bytes);

}  // namespace vedette::evidence
