#include "variations/name_text.h"

#include <algorithm>
#include <array>

#include "text/fold.h"
#include "text/utf8.h"

namespace vedette::variations {
namespace {

bool is_blank(char32_t value) {
  return value == U' ' || value == U'\t' || value == U'\u00A0';
}

// Latin Extended-A: capital and small letters alternate; from 0x139 to 0x148 and from 0x179 on the
// capitals are odd. 0x138 and 0x149 have no capital; dotted and dotless i (0x130, 0x131) are other
// letters, and so is long s (0x17F).
bool is_extended_pair(char32_t value) {
  return value >= 0x100 && value <= 0x17E && value != 0x130 && value != 0x131 && value != 0x138 &&
         value != 0x149 && value != 0x178;
}
bool capitals_are_odd(char32_t value) {
  return (value >= 0x139 && value <= 0x148) || value >= 0x179;
}
bool is_extended_capital(char32_t value) {
  return is_extended_pair(value) && (value % 2 == 1) == capitals_are_odd(value);
}

bool is_capital_range(char32_t value, char32_t first, char32_t last) {
  return value >= first && value <= last;
}

}  // namespace

char32_t lower_case(char32_t letter) {
  if (is_capital_range(letter, U'A', U'Z')) return letter + 32;
  if (is_capital_range(letter, 0xC0, 0xDE) && letter != 0xD7) return letter + 32;
  if (is_extended_capital(letter)) return letter + 1;
  if (letter == 0x178) return 0xFF;
  if (letter == 0x130) return U'i';  // Turkish
  if (is_capital_range(letter, 0x391, 0x3AB) && letter != 0x3A2) return letter + 32;
  switch (letter) {
    case 0x386:
      return 0x3AC;
    case 0x388:
      return 0x3AD;
    case 0x389:
      return 0x3AE;
    case 0x38A:
      return 0x3AF;
    case 0x38C:
      return 0x3CC;
    case 0x38E:
      return 0x3CD;
    case 0x38F:
      return 0x3CE;
    default:
      break;
  }
  if (is_capital_range(letter, 0x410, 0x42F)) return letter + 32;
  if (is_capital_range(letter, 0x400, 0x40F)) return letter + 80;
  if (is_capital_range(letter, 0x48A, 0x4BF) && letter % 2 == 0) return letter + 1;
  if (is_capital_range(letter, 0x531, 0x556)) return letter + 48;
  if (is_capital_range(letter, 0x1E00, 0x1EFE) && letter % 2 == 0) return letter + 1;
  return letter;
}

char32_t upper_case(char32_t letter) {
  // Every capital above has a small letter at one of these distances.
  constexpr std::array<char32_t, 5> kDistances = {32, 1, 80, 48, 37};
  for (const char32_t distance : kDistances)
    if (letter > distance && letter - distance != letter && lower_case(letter - distance) == letter)
      return letter - distance;
  switch (letter) {
    case 0xFF:
      return 0x178;
    case 0x3AC:
      return 0x386;
    case 0x3CC:
      return 0x38C;
    case 0x3CD:
      return 0x38E;
    case 0x3CE:
      return 0x38F;
    default:
      return letter;
  }
}

bool is_upper_case(char32_t letter) {
  return lower_case(letter) != letter;
}

text::Script script_of_letter(char32_t letter) {
  return text::script_of(lower_case(letter));
}

bool is_letter(char32_t value) {
  return script_of_letter(value) != text::Script::Other;
}

NameText::NameText(std::string_view utf8) : text_(text::decode(utf8)) {
  std::array<std::size_t, text::kScriptCount> counts{};
  bool small = false;
  bool capital = false;
  for (std::size_t at = 0; at < text_.size();) {
    while (at < text_.size() && is_blank(text_[at]))
      ++at;
    const std::size_t begin = at;
    for (; at < text_.size() && !is_blank(text_[at]); ++at) {
      ++counts[static_cast<std::size_t>(script_of_letter(text_[at]))];
      capital |= is_upper_case(text_[at]);
      small |= upper_case(text_[at]) != text_[at];
    }
    if (at > begin) words_.push_back({begin, at});
  }
  counts[static_cast<std::size_t>(text::Script::Other)] = 0;
  const auto most = std::ranges::max_element(counts);
  if (*most > 0) script_ = static_cast<text::Script>(most - counts.begin());
  all_capitals_ = capital && !small;
}

std::u32string NameText::with(Span part, std::u32string_view replacement) const {
  std::u32string out(text_, 0, part.begin);
  out += replacement;
  out.append(text_, part.end);
  return out;
}

std::u32string NameText::without_words(std::size_t first, std::size_t count) const {
  std::vector<std::u32string_view> kept;
  for (std::size_t i = 0; i < words_.size(); ++i)
    if (i < first || i >= first + count) kept.push_back(word(i));
  std::u32string out = joined(kept);
  while (!out.empty() && (out.back() == U',' || out.back() == U' '))
    out.pop_back();
  return out;
}

std::u32string joined(std::span<const std::u32string_view> words) {
  std::u32string out;
  for (const std::u32string_view word : words) {
    if (!out.empty()) out += U' ';
    out += word;
  }
  return out;
}

std::string table_form(std::u32string_view word) {
  std::u32string kept;
  for (const char32_t value : text::decode(text::fold(text::encode(word))))
    if (is_letter(value) || (value >= U'0' && value <= U'9') || value == U'&') kept += value;
  return text::encode(kept);
}

bool is_clean_word(std::u32string_view word) {
  if (word.ends_with(U',')) word.remove_suffix(1);
  if (word.ends_with(U'.')) word.remove_suffix(1);
  return !word.empty() && std::ranges::all_of(word, is_letter);
}

std::u32string in_case_of_word(std::u32string_view word, std::string_view table_text) {
  std::u32string out = text::decode(table_text);
  std::size_t letters = 0;
  std::size_t capitals = 0;
  for (const char32_t value : word) {
    letters += is_letter(value);
    capitals += is_upper_case(value);
  }
  if (capitals == 0) return out;
  const bool all = capitals == letters && letters > 1;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (all || i == 0 || out[i - 1] == U' ' || out[i - 1] == U'-') out[i] = upper_case(out[i]);
  return out;
}

std::u32string in_case_of(const NameText& name, std::string_view table_text) {
  if (name.is_all_capitals()) return in_case_of_word(U"AA", table_text);
  return in_case_of_word(U"Aa", table_text);
}

std::vector<std::size_t> letter_places(const NameText& name, const Span& word, std::size_t least) {
  std::vector<std::size_t> places;
  for (std::size_t at = word.begin; at < word.end; ++at)
    if (is_letter(name.text()[at])) places.push_back(at);
  if (places.size() < least) places.clear();
  return places;
}

}  // namespace vedette::variations
