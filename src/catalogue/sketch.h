#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "catalogue/format.h"
#include "names/analysed_name.h"

namespace vedette::catalogue {

// What a search can tell of a name without reading it, in 32 bits beside each of its postings:
//   bits 27-31  how much the words of the name weigh in all, in units of kWeightUnit, cut off
//   bit  26     the name has one word besides the one of the posting that carries weight, and that
//               is plain (names/word.h), with a single spelling in Latin letters:
//   bits 0-25   then its letters, else the groups of all other words of the name
// The words of a kind are cut into kWordGroups groups of neighbours in the order of the file, each
// with about as many postings as another: words that relate are often in the same group.
// A word that stands there twice weighs once: the scorer forgives a repetition.

inline constexpr int kWeightUnit = 4;
inline constexpr std::uint8_t kMostWeight = 31;
inline constexpr std::uint8_t kWordGroups = 26;

inline std::uint8_t sketched_weight(std::uint32_t sketch) {
  return static_cast<std::uint8_t>(sketch >> 27);
}
inline bool has_other_letters(std::uint32_t sketch) {
  return sketch >> 26 & 1;
}
inline std::uint32_t other_groups(std::uint32_t sketch) {
  return sketch & ((1u << 26) - 1);
}
inline std::uint32_t other_letters(std::uint32_t sketch) {
  return sketch & ((1u << 26) - 1);
}

// The words of one name.
class SketchedName {
 public:
  void add(const names::Word& word, std::uint16_t place_flags, names::Kind kind,
           std::uint8_t group);
  // In units of kWeightUnit, rounded down, at most kMostWeight.
  std::uint8_t weight() const;
  // For the posting of one of the words, by the address at which it was added.
  std::uint32_t sketch(const names::Word& word) const;

 private:
  struct Entry {
    const names::Word* word;
    int weight;
  };
  struct Grouped {
    const names::Word* word;
    std::uint32_t group_bit;
  };
  std::array<Entry, names::kMaxWords> words_;  // that carry weight, each once
  std::size_t count_ = 0;
  std::array<Grouped, names::kMaxWords> all_;
  std::size_t all_count_ = 0;
  int weight_ = 0;
};

}  // namespace vedette::catalogue
