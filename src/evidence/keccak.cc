#include "evidence/keccak.h"

#include <bit>
#include <cstddef>

namespace vedette::evidence {
namespace {

constexpr std::size_t kRate = 136;  // bytes taken in between two permutations
constexpr int kRounds = 24;
using State = std::array<std::uint64_t, 25>;

// One bit of the round constants: the linear feedback register of the specification.
bool next_bit(std::uint8_t& lfsr) {
  const bool bit = (lfsr & 1) != 0;
  lfsr = static_cast<std::uint8_t>((lfsr & 0x80) != 0 ? (lfsr << 1) ^ 0x71 : lfsr << 1);
  return bit;
}

void permute(State& state) {
  std::uint8_t lfsr = 1;
  for (int round = 0; round < kRounds; ++round) {
    std::array<std::uint64_t, 5> parity{};
    for (std::size_t x = 0; x < 5; ++x)
      for (std::size_t y = 0; y < 25; y += 5)
        parity[x] ^= state[x + y];
    for (std::size_t x = 0; x < 5; ++x) {
      const std::uint64_t change = parity[(x + 4) % 5] ^ std::rotl(parity[(x + 1) % 5], 1);
      for (std::size_t y = 0; y < 25; y += 5)
        state[x + y] ^= change;
    }
    std::size_t x = 1;
    std::size_t y = 0;
    std::uint64_t carried = state[1];
    for (int step = 0; step < 24; ++step) {
      const std::size_t next = (2 * x + 3 * y) % 5;
      x = y;
      y = next;
      const std::uint64_t kept = state[x + 5 * y];
      state[x + 5 * y] = std::rotl(carried, (step + 1) * (step + 2) / 2 % 64);
      carried = kept;
    }
    for (std::size_t row = 0; row < 25; row += 5) {
      const std::array<std::uint64_t, 5> old = {state[row], state[row + 1], state[row + 2],
                                                state[row + 3], state[row + 4]};
      for (std::size_t i = 0; i < 5; ++i)
        state[row + i] = old[i] ^ (~old[(i + 1) % 5] & old[(i + 2) % 5]);
    }
    for (unsigned power = 0; power < 7; ++power)
      if (next_bit(lfsr)) state[0] ^= std::uint64_t{1} << ((1u << power) - 1);
  }
}

void mix(State& state, std::size_t at, std::uint8_t byte) {
  state[at / 8] ^= std::uint64_t{byte} << (8 * (at % 8));
}

}  // namespace

std::array<std::uint8_t, 32> keccak_256(std::string_view bytes) {
  State state{};
  std::size_t at = 0;
  for (const char c : bytes) {
    mix(state, at++, static_cast<std::uint8_t>(c));
    if (at < kRate) continue;
    permute(state);
    at = 0;
  }
  mix(state, at, 0x01);
  mix(state, kRate - 1, 0x80);
  permute(state);
  std::array<std::uint8_t, 32> digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 8] >> (8 * (i % 8)));
  return digest;
}

}  // namespace vedette::evidence
