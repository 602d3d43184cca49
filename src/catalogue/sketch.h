#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "catalogue/format.h"
#include "names/words/analysed_name.h"

namespace vedette::catalogue {

// What a search can tell of a name without reading it, beside each of its postings:
//   others      the numbers of kOtherWords other words of the name; of more, those that the fewest
//               names have. Places that are left over hold the word of the posting itself.
//   bits 27-31  of the sketch: how much the words of the name weigh in all, in units of
//               kWeightUnit, cut off
//   bits 0-26   the rest, which are the words that found no place among the others:
//               none         0
//               one word     bits 25 and 26 are set, bits 0-24 are its number
//               two words    bit 26 is set, bits 0-11 and 12-23 are Rest::hash() of each
//               more, or one whose number is too large for this: bits 0-25 are Rest::group() of
//               each; words that relate are often neighbours and in the same group
// A word that occurs twice weighs once: the scorer forgives a repetition. So do two words that
// relate: one word of a query may be a repetition of the one and meet the other.

inline constexpr int kWeightUnit = 4;
inline constexpr std::uint8_t kMostWeight = 31;

inline std::uint8_t sketched_weight(std::uint32_t sketch) {
  return static_cast<std::uint8_t>(sketch >> 27);
}

// The rest of a name, as its sketch tells it.
class Rest {
 public:
  static constexpr unsigned kHashBits = 12;
  static Rest of_sketch(std::uint32_t sketch) { return Rest(sketch & kBits); }
  static constexpr std::uint32_t kGroups = 26;
  static Rest of_words(std::span<const std::uint32_t> words);

  std::uint32_t bits() const { return bits_; }
  bool is_none() const { return bits_ == 0; }
  bool is_word() const { return bits_ >> kNumberBits == kWordSign; }
  // The number of the only one is known, or there is none.
  bool is_known() const { return static_cast<int>(is_none()) | static_cast<int>(is_word()); }
  std::uint32_t word() const { return bits_ & ((1u << kNumberBits) - 1); }
  bool is_two_words() const { return bits_ >> kNumberBits == kTwoWordsSign; }
  std::uint32_t first_hash() const { return bits_ & kHashMask; }
  std::uint32_t second_hash() const { return bits_ >> kHashBits & kHashMask; }
  // Of any other rest that is not known.
  std::uint32_t groups() const { return bits_; }

  static std::uint32_t group(std::uint32_t word) { return word / kWordsInGroup % kGroups; }
  static std::uint32_t hash(std::uint32_t word) { return word * 0x9E3779B1u >> (32 - kHashBits); }

 private:
  static constexpr std::uint32_t kWordsInGroup = 64;  // neighbours
  static constexpr std::uint32_t kBits = (1u << 27) - 1;
  static constexpr unsigned kNumberBits = 25;
  static constexpr std::uint32_t kWordSign = 3;
  static constexpr std::uint32_t kTwoWordsSign = 2;
  static constexpr std::uint32_t kHashMask = (1u << kHashBits) - 1;
  explicit Rest(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_;
};

// The posting has every word of the name.
inline bool knows_all_words(const Posting& posting) {
  return Rest::of_sketch(posting.sketch).is_known();
}
// Calls visit(word) for the other words that the posting has by number; its own may be among them.
template <class Visit>
void for_each_other_word(const Posting& posting, const Visit& visit) {
  for (const std::uint32_t other : posting.others)
    visit(other);
  if (const Rest rest = Rest::of_sketch(posting.sketch); rest.is_word()) visit(rest.word());
}
// The same for its own word and the others, each once.
template <class Visit>
void for_each_word(const Posting& posting, std::uint32_t word, const Visit& visit) {
  visit(word);
  for_each_other_word(posting, [&](std::uint32_t other) {
    if (other != word) visit(other);
  });
}

// Where a posting stands among those of its word in one partition: the lightest names first, so
// that what is too heavy need not be gone through, and postings that tell the same of their names
// together. Partition follows partition.
inline std::uint64_t place_in_partition(const Posting& posting) {
  return std::uint64_t{posting.sketch} << 32 | posting.name;
}

// The words of one name.
class SketchedName {
 public:
  // Where a word stands among all words.
  struct Listing {
    std::uint32_t number;
    std::uint32_t names;  // that have it
  };
  // `word` is a name of one word (catalogue/word_blob.h) and stays where it is until finish().
  void add(names::NameView word, std::uint16_t place_flags, const Listing& listing);
  // To be called when all words are added, before posting().
  void finish();
  // In units of kWeightUnit, rounded down, at most kMostWeight.
  std::uint8_t weight() const;
  // The posting of one of the words.
  Posting posting(std::uint32_t name, std::uint32_t word) const;

 private:
  struct Entry {
    names::NameView word;
    int weight;
  };
  static bool may_be_one(names::NameView a, names::NameView b);

  std::array<Entry, names::kMaxWords> weighty_;  // words that carry weight, each once
  std::size_t weighty_count_ = 0;
  std::array<Listing, names::kMaxWords> words_;  // each once; the rarest first
  std::size_t count_ = 0;
  int weight_ = 0;
};

}  // namespace vedette::catalogue
