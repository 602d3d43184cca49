#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "names/words/analysed_name.h"
#include "names/words/reading.h"
#include "names/words/sounds.h"

namespace vedette::names {

// A word whose role is known, on its way into an AnalysedName.
struct DraftWord {
  ReadWord word;
  Role role = Role::kName;
  std::uint16_t flags = 0;
  std::vector<std::uint32_t> rows;
  std::uint32_t value = 0;
};

struct Draft {
  Kind kind = Kind::kPerson;
  std::vector<DraftWord> words;
  bool truncated = false;
  std::uint64_t identity = 0;
};

// FNV-1a, 64 bits: the same on every machine, for ever. `before` is the hash of what stands before.
inline constexpr std::uint64_t kNothingBefore = 0xCBF29CE484222325ull;
inline std::uint64_t stable_hash(std::string_view bytes, std::uint64_t before = kNothingBefore) {
  for (const char c : bytes) {
    before ^= static_cast<unsigned char>(c);
    before *= 0x100000001B3ull;
  }
  return before;
}

// The bit of a mask of 64 that stands for a hash.
inline std::uint64_t mask_bit(std::uint64_t hash) {
  return std::uint64_t{1} << ((hash * 0x9E3779B97F4A7C15ull) >> 58);
}

// Lays a draft out as one block of memory (names/words/analysed_name.h). Asks `memo` how words
// sound, when there is one.
AnalysedName build_name(Draft& draft, SoundMemo* memo);

}  // namespace vedette::names
