#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vedette::base {

using Sha256 = std::array<std::uint8_t, 32>;
using Key256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);

// SHA-256 of bytes that come in pieces.
class Sha256Stream {
 public:
  Sha256Stream();
  ~Sha256Stream();
  Sha256Stream(const Sha256Stream&) = delete;
  Sha256Stream& operator=(const Sha256Stream&) = delete;

  void add(std::string_view bytes);
  Sha256 finish();  // once, at the end

 private:
  struct State;
  std::unique_ptr<State> state_;
};

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
