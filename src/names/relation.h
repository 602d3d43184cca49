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
  Way way;
  std::uint8_t cost;
  std::uint8_t edits;
};

// A word in its name.
struct WordRef {
  NameView name;
  const Word* word;
};

// The cheapest way in which two words meet; symmetric; kNone when there is none. Both names have
// the same kind.
Relation relate(const WordRef& a, const WordRef& b);

// True when at most four bits are set.
inline bool at_most_four(std::uint32_t bits) {
  bits &= bits - (bits != 0);
  bits &= bits - (bits != 0);
  bits &= bits - (bits != 0);
  bits &= bits - (bits != 0);
  return bits == 0;
}

// What may_relate() asks of words that are not plain: initials, particles, numerals, other scripts.
bool special_words_may_relate(const Word& a, const Word& b, Kind kind);

// False only when relate() is certain to be kNone: a few integer operations for most pairs. An edit
// changes the set of letters by two at most, so words more than four apart are out of reach.
inline bool may_relate(const Word& a, const Word& b, Kind kind) {
  if ((a.sound_mask & b.sound_mask) | (a.row_mask & b.row_mask)) return true;
  if (!(a.flags & b.flags & kPlain)) return special_words_may_relate(a, b, kind);
  if (a.form_hash == b.form_hash || (a.anagram == b.anagram && a.anagram != 0)) return true;
  const int apart = static_cast<int>(a.length) - static_cast<int>(b.length);
  if (apart <= 2 && apart >= -2 && at_most_four(a.letters ^ b.letters)) return true;
  // A word cut short has no letter that the whole does not have.
  if (kind != Kind::kOrganisation) return false;
  return (a.letters & ~b.letters) == 0 || (b.letters & ~a.letters) == 0;
}

}  // namespace vedette::names
