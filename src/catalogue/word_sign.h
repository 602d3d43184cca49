#pragma once

#include <cstdint>

#include "names/words/analysed_name.h"

namespace vedette::catalogue {

// What a search can tell of a listed word without reading it. The signs of all words lie one after
// the other and are small enough to stay in the processor's caches, the words themselves are not.
struct WordSign {
  enum Flag : std::uint8_t {
    kSpelledOnce = 1,  // in Latin script with a single spelling: `letters` tells all of its letters
    kOtherScript = 2,  // not in Latin script
    kHasValue = 4,     // names::Word::value is not 0
  };

  std::uint32_t letters;     // Key::letters_tag() of its first spelling
  std::uint8_t weight;       // names::weight_of()
  std::uint8_t left_weight;  // names::left_weight() without the flags of a place
  names::Role role;
  std::uint8_t flags;  // Flag

  static WordSign of(names::NameView word);
  bool operator==(const WordSign&) const = default;
};
static_assert(sizeof(WordSign) == 8);

}  // namespace vedette::catalogue
