#pragma once

#include <cstdint>
#include <string_view>

namespace vedette::text {

// The writing systems that romanise() knows. Other: digits, punctuation, symbols and letters of
// scripts outside the list.
enum class Script : std::uint8_t {
  Other,
  Latin,
  Cyrillic,
  Greek,
  Arabic,
  Hebrew,
  Armenian,
  Georgian,
  Devanagari,
  Bengali,
  Gurmukhi,
  Gujarati,
  Oriya,
  Tamil,
  Telugu,
  Kannada,
  Malayalam,
  Sinhala,
  Thai,
  Lao,
  Khmer,
  Myanmar,
  Tibetan,
  Ethiopic,
  Han,
  Hiragana,
  Katakana,
  Hangul,
};
inline constexpr std::size_t kScriptCount = 28;

// The script of a letter or of a mark that belongs to one script. Expects normalised text
// (text/fold.h): compatibility forms such as full-width letters are not looked at.
Script script_of(char32_t value);

// "latin", "cyrillic", ...; for explanations and test output.
std::string_view name_of(Script script);

// Scripts that write short vowels rarely or never, so that romanise() gives consonants.
inline bool is_unvocalised(Script script) {
  return script == Script::Arabic || script == Script::Hebrew;
}

}  // namespace vedette::text
