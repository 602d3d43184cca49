#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vedette::text {

// A map from code points to small numbers, 0 where nothing was put. One look-up is two loads.
class CodePointTable {
 public:
  std::uint32_t get(char32_t value) const {
    if (value >= kEnd) return 0;
    return pages_[index_[value >> kPageBits]][value & kPageMask];
  }

  void put(char32_t value, std::uint32_t number) {
    if (value >= kEnd) return;
    std::uint16_t& page = index_[value >> kPageBits];
    if (page == 0) {
      page = static_cast<std::uint16_t>(pages_.size());
      pages_.emplace_back();
    }
    pages_[page][value & kPageMask] = number;
  }

 private:
  // No letter that anyone is named with lies above 0x30000; invisible tags do.
  static constexpr char32_t kEnd = 0xE0200;
  static constexpr unsigned kPageBits = 7;
  static constexpr char32_t kPageMask = (1u << kPageBits) - 1;
  using Page = std::array<std::uint32_t, 1u << kPageBits>;

  std::array<std::uint16_t, (kEnd >> kPageBits)> index_{};
  std::vector<Page> pages_ = std::vector<Page>(1);  // page 0 is the empty one
};

}  // namespace vedette::text
