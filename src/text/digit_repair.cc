#include "text/digit_repair.h"

namespace vedette::text {
namespace {

bool is_digit(char32_t value) {
  return value >= U'0' && value <= U'9';
}

// The letter a digit looks like, or 0. Only shapes that people and readers of print confuse.
char32_t letter_for(char32_t digit, Script script, DigitReading reading) {
  if (script == Script::Cyrillic) {
    switch (digit) {
      case U'0':
        return U'о';
      case U'3':
        return U'з';
      case U'4':
        return U'ч';
      case U'6':
        return U'б';
      default:
        return 0;
    }
  }
  switch (digit) {
    case U'0':
      return U'o';
    case U'1':
      return reading == DigitReading::OneIsI ? U'i' : U'l';
    case U'3':
      return U'e';
    case U'4':
      return U'a';
    case U'5':
      return U's';
    case U'7':
      return U't';
    case U'8':
      return U'b';
    default:
      return 0;
  }
}

bool is_ordinal(std::u32string_view word) {
  const std::u32string_view rest = word.substr(1);
  return rest.starts_with(U"st") || rest.starts_with(U"nd") || rest.starts_with(U"rd") ||
         rest.starts_with(U"th");
}

}  // namespace

std::size_t repair_digits(std::u32string_view word, Script script, DigitReading reading,
                          std::span<char32_t> out) {
  constexpr std::size_t kFewestLetters = 3;
  if (script != Script::Latin && script != Script::Cyrillic) return 0;
  if (word.empty() || word.size() > out.size()) return 0;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    out[i] = word[i];
    if (!is_digit(word[i])) continue;
    ++digits;
    const bool at_end = i + 1 == word.size();
    if (at_end || is_digit(word[i + 1])) return 0;
    if (i == 0 && is_ordinal(word)) return 0;
    out[i] = letter_for(word[i], script, reading);
    if (out[i] == 0) return 0;
  }
  const std::size_t letters = word.size() - digits;
  return digits > 0 && letters >= kFewestLetters && letters > digits ? word.size() : 0;
}

}  // namespace vedette::text
