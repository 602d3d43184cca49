#pragma once

#include <cstdint>
#include <type_traits>

namespace vedette::names {

// What a word does in its name. The roles of persons come first, those of organisations and things
// after; kName and kNumeral occur in both.
enum class Role : std::uint8_t {
  kName,        // a word that carries identity: given, family, father's or brand name
  kInitial,     // one letter that stands for a name
  kArticle,     // al, el, the: spelled or left out at will
  kFiliation,   // bin, ibn, bint, abu: the next word is a relative's name
  kNobiliary,   // von, de, van der
  kCompound,    // abd, abdul: half of a name that is usually written with it
  kTitle,       // mr, dr, haji, president
  kGeneration,  // jr, sr, ii: tells father from son
  kSuffix,      // other words after a name: phd, obe, esq
  kLegal,       // legal form: llc, gmbh, joint stock company
  kGeneric,     // group, holding, international: says little
  kBusiness,    // bank, oil, aviation: line of business
  kPlace,       // country, region, city, direction
  kNumeral,     // 5, v, third, 2007
  kConnective,  // of, and, for
};
inline constexpr std::size_t kRoles = static_cast<std::size_t>(Role::kConnective) + 1;

inline bool is_particle(Role role) {
  return role == Role::kArticle || role == Role::kFiliation || role == Role::kNobiliary;
}

// Facts about one occurrence of a word, as bits.
enum WordFlag : std::uint16_t {
  kAfterFiliation = 1 << 0,   // follows bin, ibn, ben: a father's name
  kBeforeFiliation = 1 << 1,  // stands before one: the bearer's own name
  kInParentheses = 1 << 2,
  kAlternative = 1 << 3,      // after a slash: another name for the same thing
  kKnownName = 1 << 4,        // in the shipped table of common names
  kVeryCommon = 1 << 5,       // class 1 there
  kSeries = 1 << 6,           // a number or letter in the name of a fund: one of a series
  kSyllabic = 1 << 7,         // Han, Hangul: one character is a whole syllable
  kConsonantal = 1 << 8,      // Arabic, Hebrew: short vowels are not written
  kTailPosition = 1 << 9,     // last word that carries identity
  kHeadPosition = 1 << 10,    // first word that carries identity
  kAlsoName = 1 << 11,        // a title or generic word that people also bear as a name
  kPlain = 1 << 12,           // one Latin spelling and an ordinary role: may_relate() is quick
  kLeftOutLightly = 1 << 14,  // a patronymic, or the second half of a name: see person_score.cc
  kGivenName = 1 << 15,       // in the table of common names, as a given name (of entries only)
  kHalfName = 1 << 13,        // half of a double name that is written as one word: mohammadreza
  // Of organisations, which have no fathers: stands behind the name as an address does.
  kAddress = kAfterFiliation,
};

// One word of an analysed name. Plain data: offsets point into the name's own bytes, so that a
// catalogue can store it and read it in place.
struct Word {
  std::uint64_t form_hash;        // of the native form
  std::uint64_t sound_mask;       // one bit per phonetic key: disjoint masks share none
  std::uint64_t row_mask;         // the same for table rows
  std::uint32_t spelling_mask;    // and for spellings
  std::uint32_t letters;          // letters of the first spelling: a = bit 0 ... z = bit 25
  std::uint32_t letters_all;      // letters that every spelling has
  std::uint32_t letters_any;      // letters that some spelling has
  std::uint32_t anagram;          // hash of the letters whatever their order, 0 for none
  std::uint32_t form;             // native folded form, UTF-8, form_bytes long
  std::uint32_t latin;            // latin_count spellings, each a length byte and ASCII letters
  std::uint32_t rows;             // row_count table rows (std::uint32_t), ascending
  std::uint32_t sounds;           // sound_count phonetic keys (std::uint32_t)
  std::uint32_t arabic_skeleton;  // hash of the consonants as Arabic writes them, 0 when too few
  // The same as Hebrew writes them; of a word in Arabic letters as Iran and Sudan speak them, where
  // that is something else.
  std::uint32_t other_skeleton;
  std::uint32_t value;  // of a numeral or generation; natures of a legal form
  std::uint16_t flags;  // WordFlag
  std::uint8_t form_bytes;
  std::uint8_t length;  // letters of the native form
  std::uint8_t latin_count;
  std::uint8_t row_count;
  std::uint8_t sound_count;
  std::uint8_t script;  // text::Script
  Role role;
  std::uint8_t latin_length;  // letters of the first spelling
  std::uint8_t shortest;      // letters of the shortest spelling
  std::uint8_t longest;       // and of the longest
  std::uint8_t coarse_count;  // coarser phonetic keys that follow the others
  std::uint8_t ear_count;     // and keys of what is written by ear (text/by_ear.h), of people
  std::uint8_t vowelless;     // of a person, written without vowels: vldmr (relation.h); 0: no
  std::uint8_t reserved;
};
static_assert(std::is_trivially_copyable_v<Word> && sizeof(Word) == 88);

// Not a bool in the word: any byte may be read from a damaged file.
inline bool is_vowelless(const Word& word) {
  return word.vowelless != 0;
}

// The beginning of a name whose rest a narrow field has cut: an initial of several letters.
inline bool is_cut_off(const Word& word) {
  return word.role == Role::kInitial && word.length > 1;
}

}  // namespace vedette::names
