#pragma once

#include <cstdint>
#include <string_view>

#include "names/analysed_name.h"

namespace vedette::names {

// The closed set of ways in which a word of one name can meet a word (or neighbouring words) of the
// other. The index enumerates the same set; see docs/matching.md.
enum class Way : std::uint8_t {
  kNone,
  kExact,
  kVariant,       // the same in another spelling of one letter, or digits for letters
  kRomanised,     // the same through a romanisation
  kSpelling,      // shared row: one name written differently
  kTranslation,   // shared row: one name in two languages
  kNickname,      // shared row: short form
  kSound,         // shared phonetic key
  kSkeleton,      // same consonants, one side without vowels
  kEdit,          // one or two edits
  kAnagram,       // the same letters in another order
  kInitial,       // one letter and a word that begins with it
  kParticle,      // particles of one kind
  kConcept,       // one meaning in two languages
  kAbbreviation,  // a word and its abbreviation
  kPlace,         // one place in two languages, or its demonym
  kNumeral,       // one number written differently
  kRomanStroke,   // Roman numerals one stroke apart
  kJoined,        // neighbouring words written as one
  kAcronym,       // initials of the whole name
};

struct Relation {
  Way way = Way::kNone;
  std::uint8_t cost = 0;
  std::uint8_t edits = 0;
};

// A word in its name.
struct WordRef {
  NameView name;
  const Word* word;
};

// The cheapest way in which two words meet; symmetric; kNone when there is none. Both names have
// the same kind.
Relation relate(const WordRef& a, const WordRef& b);

// False only when relate() is certain to be kNone: a few integer operations.
bool may_relate(const Word& a, const Word& b, Kind kind);

}  // namespace vedette::names
