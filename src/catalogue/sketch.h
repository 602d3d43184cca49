#pragma once

#include <array>
#include <cstdint>

#include "catalogue/format.h"
#include "names/analysed_name.h"

namespace vedette::catalogue {

// What a search can tell of a name without reading it, beside each of its postings:
//   others      the numbers of kOtherWords other words of the name; of more, those that the fewest
//               names have. Places that are left over hold the word of the posting itself.
//   bits 27-31  of the sketch: how much the words of the name weigh in all, in units of
//               kWeightUnit, cut off
//   bit  26     zero
//   bits 0-25   the groups of the words that found no place among the others
// The words of a kind are cut into kWordGroups groups of neighbours in the order of the file, each
// with about as many postings as another: words that relate are often in the same group.
// A word that stands there twice weighs once: the scorer forgives a repetition.

inline constexpr int kWeightUnit = 4;
inline constexpr std::uint8_t kMostWeight = 31;
inline constexpr std::uint8_t kWordGroups = 26;

inline std::uint8_t sketched_weight(std::uint32_t sketch) {
  return static_cast<std::uint8_t>(sketch >> 27);
}
inline std::uint32_t groups_of_rest(std::uint32_t sketch) {
  return sketch & ((1u << 26) - 1);
}

// The words of one name.
class SketchedName {
 public:
  // Where a word stands among all words.
  struct Listing {
    std::uint32_t number;
    std::uint32_t names;  // that have it
    std::uint8_t group;
  };
  void add(const names::Word& word, std::uint16_t place_flags, names::Kind kind,
           const Listing& listing);
  // To be called when all words are added, before posting().
  void finish();
  // In units of kWeightUnit, rounded down, at most kMostWeight.
  std::uint8_t weight() const;
  // The posting of one of the words.
  Posting posting(std::uint32_t name, std::uint32_t word) const;

 private:
  struct Entry {
    std::uint64_t form_hash;
    int weight;
  };
  std::array<Entry, names::kMaxWords> weighty_;  // words that carry weight, each once
  std::size_t weighty_count_ = 0;
  std::array<Listing, names::kMaxWords> words_;  // each once; the rarest first
  std::size_t count_ = 0;
  int weight_ = 0;
};

}  // namespace vedette::catalogue
