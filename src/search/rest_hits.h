#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "catalogue/sketch.h"

namespace vedette::search {

// The words of a query, as bits, that were found for words which postings tell only roughly.
class RestHits {
 public:
  void add(std::uint32_t word, std::uint8_t bits) {
    std::uint8_t& by_hash = by_hash_[catalogue::Rest::hash(word)];
    by_hash = static_cast<std::uint8_t>(by_hash | bits);
    std::uint8_t& by_group = by_group_[catalogue::Rest::group(word)];
    by_group = static_cast<std::uint8_t>(by_group | bits);
  }
  // Of a rest that is not known: those that were found for some word of it, and perhaps others.
  std::uint8_t of(catalogue::Rest rest) const {
    if (rest.is_two_words())
      return static_cast<std::uint8_t>(by_hash_[rest.first_hash()] | by_hash_[rest.second_hash()]);
    std::uint8_t bits = 0;
    for (std::uint32_t groups = rest.groups(); groups != 0; groups &= groups - 1)
      bits = static_cast<std::uint8_t>(
          bits | by_group_[static_cast<std::size_t>(std::countr_zero(groups))]);
    return bits;
  }

 private:
  std::array<std::uint8_t, 1u << catalogue::Rest::kHashBits> by_hash_{};
  std::array<std::uint8_t, catalogue::Rest::kGroups> by_group_{};
};

}  // namespace vedette::search
