#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

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
    return static_cast<std::uint8_t>(
        tables_[0][groups & kPartMask] | tables_[1][groups >> kPart & kPartMask] |
        tables_[2][groups >> 2 * kPart & kPartMask] | tables_[3][groups >> 3 * kPart & kPartMask]);
  }
  // To be called when something was added.
  void table() {
    if (is_tabled_) return;
    is_tabled_ = true;
    for (std::size_t part = 0; part < tables_.size(); ++part)
      for (std::uint32_t set = 1; set <= kPartMask; ++set) {
        const auto group = part * kPart + static_cast<std::size_t>(std::countr_zero(set));
        tables_[part][set] = static_cast<std::uint8_t>(tables_[part][set & (set - 1)] |
                                                       (group < hits_.size() ? hits_[group] : 0));
      }
  }

 private:
  static constexpr unsigned kPart = 7;
  static constexpr std::uint32_t kPartMask = (1u << kPart) - 1;
  static_assert(4 * kPart >= catalogue::kWordGroups);

  std::array<std::uint8_t, catalogue::kWordGroups> hits_{};
  std::array<std::array<std::uint8_t, kPartMask + 1>, 4> tables_{};
  bool is_tabled_ = true;
};

}  // namespace vedette::search
