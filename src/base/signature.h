#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/digest.h"

namespace vedette::base {

// Ed25519. A key pair is made from a seed of 32 secret bytes.
using PublicKey = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;

class KeyPair {
 public:
  explicit KeyPair(const Key256& seed);
  const PublicKey& public_key() const { return public_; }
  Signature sign(std::string_view message) const;

 private:
  PublicKey public_{};
  std::array<std::uint8_t, 64> secret_{};
};

bool is_signed(const PublicKey& key, std::string_view message, const Signature& signature);

}  // namespace vedette::base
