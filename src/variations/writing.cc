#include <algorithm>
#include <array>

#include "text/fold.h"
#include "variations/makers.h"

// Classes about blanks, diacritics, vowels and the width of a field.
namespace vedette::variations {
namespace {

constexpr std::size_t kLeastToSplit = 6;
constexpr std::size_t kLeastPart = 2;
constexpr std::size_t kLeastConsonants = 3;

struct Digraph {
  char32_t letter;
  std::u32string_view written;
};
// ICAO 9303 part 3, section 6, and the national habits behind it.
constexpr std::array<Digraph, 10> kDigraphs = {{{U'ä', U"ae"},
                                                {U'ö', U"oe"},
                                                {U'ü', U"ue"},
                                                {U'å', U"aa"},
                                                {U'ø', U"oe"},
                                                {U'æ', U"ae"},
                                                {U'œ', U"oe"},
                                                {U'ß', U"ss"},
                                                {U'þ', U"th"},
                                                {U'đ', U"dj"}}};

struct Accents {
  char32_t letter;
  std::u32string_view accented;
};
constexpr std::array<Accents, 10> kAccents = {{{U'a', U"áàâäãå"},
                                               {U'e', U"éèêë"},
                                               {U'i', U"íîï"},
                                               {U'o', U"óôöõø"},
                                               {U'u', U"úûüů"},
                                               {U'c', U"çćč"},
                                               {U's', U"šşś"},
                                               {U'n', U"ñń"},
                                               {U'z', U"žź"},
                                               {U'y', U"ýÿ"}}};

char32_t plain(char32_t letter) {
  const char32_t small = text::strip_diacritics(lower_case(letter));
  return is_upper_case(letter) ? upper_case(small) : small;
}

bool is_vowel(char32_t letter) {
  constexpr std::u32string_view kVowels = U"aeiou";
  return kVowels.find(text::strip_diacritics(lower_case(letter))) != std::u32string_view::npos;
}

Made cut_at(const NameText& name, std::size_t width) {
  // Where less than two thirds are left, the rest may be anybody's.
  if (name.text().size() <= width || 2 * name.text().size() > 3 * width) return std::nullopt;
  std::u32string out = name.text().substr(0, width);
  while (!out.empty() && (out.back() == U' ' || out.back() == U','))
    out.pop_back();
  return out;
}

}  // namespace

Made glue_two_words(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i + 1 < name.words().size(); ++i)
    if (is_letter(name.text()[name.words()[i].end - 1]) &&
        is_letter(name.text()[name.words()[i + 1].begin]))
      places.push_back(i);
  if (name.words().size() < 3 || places.empty()) return std::nullopt;
  const std::size_t at = random.pick(places);
  return name.with({name.words()[at].end, name.words()[at + 1].begin}, {});
}

Made glue_all_words(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  if (name.words().size() < 2 || name.has_comma()) return std::nullopt;
  std::u32string out;
  for (std::size_t i = 0; i < name.words().size(); ++i)
    out += name.word(i);
  return out;
}

Made split_word(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  std::vector<Span> words;
  for (const Span& word : name.words())
    if (letter_places(name, word, kLeastToSplit).size() == word.size()) words.push_back(word);
  if (words.empty()) return std::nullopt;
  const Span word = random.pick(words);
  const std::size_t at = word.begin + kLeastPart + random.below(word.size() - 2 * kLeastPart + 1);
  return name.with({at, at}, U" ");
}

Made hyphens_to_blanks(const Subject& subject, Random&) {
  std::u32string out = subject.name.text();
  for (std::size_t i = 1; i + 1 < out.size(); ++i)
    if (out[i] == U'-' && is_letter(out[i - 1]) && is_letter(out[i + 1])) out[i] = U' ';
  return out;
}

Made lose_diacritics(const Subject& subject, Random&) {
  std::u32string out = subject.name.text();
  for (char32_t& value : out)
    value = plain(value);
  return out;
}

Made add_diacritic(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  std::vector<std::pair<std::size_t, const Accents*>> places;
  for (std::size_t at = 0; at < name.text().size(); ++at)
    for (const Accents& row : kAccents)
      if (lower_case(name.text()[at]) == row.letter) places.emplace_back(at, &row);
  if (places.empty()) return std::nullopt;
  const auto& [at, row] = random.pick(places);
  const char32_t accented = random.pick(row->accented);
  const bool capital = is_upper_case(name.text()[at]);
  return name.with({at, at + 1}, std::u32string(1, capital ? upper_case(accented) : accented));
}

Made write_digraphs(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  std::u32string out;
  for (const char32_t value : name.text()) {
    const auto row = std::ranges::find(kDigraphs, lower_case(value), &Digraph::letter);
    if (row == kDigraphs.end()) {
      out += value;
      continue;
    }
    std::u32string written(row->written);
    for (std::size_t i = 0; i < written.size() && is_upper_case(value); ++i)
      if (i == 0 || name.is_all_capitals()) written[i] = upper_case(written[i]);
    out += written;
  }
  return out;
}

Made drop_vowels(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  std::u32string out;
  std::size_t word = 0;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < name.text().size(); ++at) {
    while (word < name.words().size() && at >= name.words()[word].end)
      ++word;
    const bool first = word < name.words().size() && at == name.words()[word].begin;
    if (!first && is_vowel(name.text()[at])) continue;
    kept += is_letter(name.text()[at]);
    out += name.text()[at];
  }
  if (kept < kLeastConsonants * name.words().size()) return std::nullopt;
  return out;
}

Made cut_at_18(const Subject& subject, Random&) {
  return cut_at(subject.name, 18);
}
Made cut_at_20(const Subject& subject, Random&) {
  return cut_at(subject.name, 20);
}
Made cut_at_35(const Subject& subject, Random&) {
  return cut_at(subject.name, 35);
}

}  // namespace vedette::variations
