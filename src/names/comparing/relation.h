#pragma once

#include <cstdint>
#include <string_view>

#include "names/words/analysed_name.h"
#include "names/words/sounds.h"

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
  kGendered,      // shared row: the family name of a woman and of a man
  kSound,         // shared phonetic key
  kSkeleton,      // same consonants, one side without vowels
  kByEar,         // a foreign name as another script spells it by ear
  kEdit,          // one or two edits
  kAnagram,       // the same letters in another order
  kInitial,       // one letter and a word that begins with it
  kParticle,      // particles of one kind
  kConcept,       // one meaning in two languages
  kAbbreviation,  // a word and its abbreviation
  kNarrower,      // a phrase and the word that it narrows: commercial bank, bank
  kPlace,         // one place in two languages, or its demonym
  kNumeral,       // one number written differently
  kSeries,        // another number of one series of funds
  kJoined,        // neighbouring words written as one
  kAcronym,       // initials of the whole name
  kCut,           // the whole name, cut short by a narrow field
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

// Work is counted, never timed: one unit is one comparison of two spellings that may differ in a
// letter or two, or a look for a spelling that two words share. Names built to be slow stop at the
// limit; docs/matching.md says how much those of the lists need.
inline constexpr int kMaxWork = 300;
// A comparison that allows half of the letters to differ goes through every letter.
inline constexpr int kWorkOfHalf = 3;

class Work {
 public:
  explicit Work(int units = kMaxWork) : units_(units), left_(units) {}
  // Takes so many units; false when they are not there.
  bool take(int units = 1) {
    if (left_ < units) return !(spent_ = true);
    left_ -= units;
    return true;
  }
  // A unit was asked for that was not there: something was left out.
  bool spent() const { return spent_; }
  int used() const { return units_ - left_; }

 private:
  int units_;
  int left_;
  bool spent_ = false;
};

// The cheapest way in which two words meet; symmetric; kNone when there is none. Both names have
// the same kind. Ways that need a distance are left out once the work is spent.
Relation relate(const WordRef& a, const WordRef& b, Work& work);
// The same without a limit.
Relation relate(const WordRef& a, const WordRef& b);

// Whether these are the first letter and the consonants of the word.
bool has_consonants(std::string_view latin, std::string_view consonants);

// True when at most two bits are set.
inline bool at_most_two(std::uint32_t bits) {
  bits &= bits - 1;
  return (bits & (bits - 1)) == 0;
}

// False when no two spellings can be within two edits: each edit brings or removes one letter at
// most, and changes the length by one at most.
inline bool spellings_may_be_near(const Word& a, const Word& b) {
  return at_most_two(a.letters_all & ~b.letters_any) &&
         at_most_two(b.letters_all & ~a.letters_any) && a.shortest <= b.longest + 2 &&
         b.shortest <= a.longest + 2;
}

// What may_relate() asks of words that are not plain: initials, particles, numerals, other scripts.
bool special_words_may_relate(const Word& a, const Word& b, Kind kind);

// False only when relate() is certain to be kNone: a few integer operations for most pairs.
inline bool may_relate(const Word& a, const Word& b, Kind kind) {
  if ((a.sound_mask & b.sound_mask) | (a.row_mask & b.row_mask)) return true;
  if (!(a.flags & b.flags & kPlain)) return special_words_may_relate(a, b, kind);
  if (a.form_hash == b.form_hash || (a.anagram == b.anagram && a.anagram != 0)) return true;
  if (spellings_may_be_near(a, b)) return true;
  // A word cut short has no letter that the whole does not have.
  if (kind != Kind::kOrganisation) return false;
  return (a.letters & ~b.letters) == 0 || (b.letters & ~a.letters) == 0;
}

}  // namespace vedette::names
