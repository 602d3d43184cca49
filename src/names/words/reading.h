#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "names/words/kind.h"
#include "names/words/latin_spellings.h"
#include "text/by_ear.h"
#include "text/script.h"
#include "text/tokenise.h"

namespace vedette::names {

// Stands behind a word that a narrow field has cut.
inline constexpr std::string_view kCutOff = "\u2026";

// One word as it stands in a text, before its role is known.
struct ReadWord {
  std::string form;      // normalised, without diacritics, in its own script
  LatinSpellings latin;  // plausible spellings in ASCII letters, the usual one first
  text::Script script = text::Script::Latin;
  text::EarKeys ears;       // how a foreign name in a script of its own may be read
  std::uint8_t length = 0;  // letters of `form`
  std::uint16_t flags = 0;  // WordFlag bits known from punctuation and script
  std::uint8_t commas = 0;  // commas that stand before it
  bool has_digit = false;
  bool joined_to_next = false;  // a hyphen, or nothing, stands between this and the next
  bool slashed = false;         // letters around a slash, A/S
  bool before_slash = false;
  bool is_syllable = false;  // of a Korean given name, and nothing else
  bool cut_off = false;      // the beginning of a person's name (kCutOff)
};

struct Reading {
  std::vector<ReadWord> words;
  bool cut = false;  // something was longer than the limits
};

// Splits a name into words and spells each in Latin letters. On top of text/tokenise.h: "%" is the
// word percent, dotted letters of a person are initials, letters around a slash are one word
// (A/S is as), and what follows a slash after a whole word is an alternative.
Reading read_name(std::string_view utf8, Kind kind);
// The same where the words are known already.
Reading read_name(std::string_view utf8, const text::Words& words, Kind kind);

// The forms of an organisation's words, with a blank between each two: what tables are looked up
// by.
std::string normalised_words(std::string_view utf8);

}  // namespace vedette::names
