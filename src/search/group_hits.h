#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "catalogue/sketch.h"

namespace vedette::search {

// The words of a query, as bits, that were found for some word of each group (catalogue/sketch.h).
// Asked for a set of groups at a time, for every posting: each part of the set is one look into a
// table, whatever it holds.
class GroupHits {
 public:
  void add(std::uint8_t group, std::uint8_t bits) {
    std::uint8_t& own = hits_[group];
    if ((own | bits) == own) return;
    own = static_cast<std::uint8_t>(own | bits);
    is_tabled_ = false;
  }
  // Of all groups of the set together. Not before table().
  std::uint8_t of(std::uint32_t groups) const {
    return static_cast<std::uint8_t>(tables_[0][groups & kPartMask] |
                                     tables_[1][groups >> kPart & kPartMask] |
                                     tables_[2][groups >> 2 * kPart & kPartMask]);
  }
  // To be called when something was added.
  void table() {
    if (is_tabled_) return;
    is_tabled_ = true;
    // Sets with a group are those without it, and its bits.
    for (std::size_t group = 0; group < hits_.size(); ++group) {
      auto& table = tables_[group / kPart];
      const std::size_t half = std::size_t{1} << group % kPart;
      for (std::size_t set = 0; set < half; set += kAtOnce)
        add_to_all(&table[set], hits_[group], &table[half + set], std::min(half, kAtOnce));
    }
  }

 private:
  static constexpr std::size_t kAtOnce = 8;
  // Up to eight bytes `from`, each with these bits.
  static void add_to_all(const std::uint8_t* from, std::uint8_t bits, std::uint8_t* to,
                         std::size_t count) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, from, count);
    eight |= bits * 0x0101010101010101u;
    std::memcpy(to, &eight, count);
  }
  static constexpr unsigned kPart = 9;
  static constexpr std::uint32_t kPartMask = (1u << kPart) - 1;
  static_assert(3 * kPart >= catalogue::kWordGroups);

  std::array<std::uint8_t, catalogue::kWordGroups> hits_{};
  std::array<std::array<std::uint8_t, kPartMask + 1>, 3> tables_{};
  bool is_tabled_ = true;
};

}  // namespace vedette::search
