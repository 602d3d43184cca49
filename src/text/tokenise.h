#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/fold.h"
#include "text/script.h"

namespace vedette::text {

// Limits of one name. What lies beyond is not looked at, and Words::cut() says so: a caller must
// turn that into an error, never into a search that could miss.
inline constexpr std::size_t kMaxNameBytes = 4096;
inline constexpr std::size_t kMaxWords = 64;
inline constexpr std::size_t kMaxWordLength = 64;  // code points

// What the writing alone says of a word's place in a person's name: only Han and Hangul names,
// which are written without blanks and cut by tokenise(), say anything.
enum class Part : std::uint8_t { Unknown, Family, Given };

struct Word {
  // Normalised code points; look-alike letters of another script are repaired. Views into Words.
  std::u32string_view text;
  std::uint32_t begin = 0;  // bytes of the original name
  std::uint32_t end = 0;
  Script script = Script::Other;  // Other: only digits, or "&"
  Part part = Part::Unknown;
  std::uint8_t commas_before = 0;  // "PUTIN, Vladimir": 0, 1
  bool all_capitals = false;       // two letters or more, all of them capitals
  bool capitalised = false;        // the first letter is a capital
  bool dotted = false;             // "A.B.C." or "V.": letters with full stops after each
  bool has_digit = false;
  bool repaired = false;        // a look-alike letter was replaced
  bool joined_to_next = false;  // hyphen, apostrophe or nothing at all between this and next
  bool in_brackets = false;
  bool half = false;  // of a double name that is written as one word
};

// A name cut into words. Reused from name to name, it stops allocating.
class Words {
 public:
  Words() = default;
  Words(Words&&) = default;
  Words& operator=(Words&&) = default;
  Words(const Words&) = delete;  // words hold views into text_
  Words& operator=(const Words&) = delete;

  std::span<const Word> words() const { return words_; }
  std::size_t size() const { return words_.size(); }
  const Word& operator[](std::size_t i) const { return words_[i]; }

  // Something was left out: more bytes, words or letters in a word than the limits allow.
  bool cut() const { return cut_; }
  // The bytes were not UTF-8 everywhere; the bad ones were left out.
  bool malformed() const { return malformed_; }

 private:
  friend class Tokeniser;
  friend void tokenise(std::string_view name, Words& out);

  void clear() {
    units_.clear();
    chunk_.clear();
    text_.clear();
    lengths_.clear();
    words_.clear();
    cut_ = malformed_ = middle_dot_ = false;
  }

  std::vector<Unit> units_;  // the whole name, normalised
  std::vector<Unit> chunk_;  // the letters of the word being read
  std::vector<char32_t> text_;
  std::vector<std::uint32_t> lengths_;
  std::vector<Word> words_;
  bool cut_ = false;
  bool malformed_ = false;
  bool middle_dot_ = false;
};

// Cuts a name into words:
// - Blanks and punctuation separate; a hyphen separates and sets joined_to_next.
// - An apostrophe between letters is left out: "O'Brien" is "obrien".
// - Single letters with full stops make one word: "S.A." is "sa", dotted.
// - "&" is a word, for "and". A comma is counted.
// - A change of script separates, unless the odd letters are look-alikes ("Рutin" with Cyrillic Р).
// - A lone Han name of 2 to 5 characters or Hangul name of 2 to 4 syllables is cut after the family
//   name when it begins with a known one, after each of two family names when it has four
//   characters (林鄭月娥); a middle dot separates ("瓦列里·布甘巴").
// - The Arabic endings Allah and al-Din join the word before them, as in Latin letters; Abd al-...
//   is always two words.
// - Burmese, which has no blanks between words, is cut into syllables.
void tokenise(std::string_view name, Words& out);
Words tokenise(std::string_view name);

}  // namespace vedette::text
