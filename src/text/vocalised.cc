#include "text/vocalised.h"

#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "text/tokenise.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

// Shapes of one letter that writers of Arabic, Persian and Urdu use for each other.
char32_t one_shape(char32_t letter) {
  switch (letter) {
    case U'أ':
    case U'إ':
    case U'آ':
    case U'ٱ':
      return U'ا';
    case U'ى':
    case U'ی':
      return U'ي';
    case U'ک':
      return U'ك';
    case U'ة':
    case U'ۀ':
    case U'ہ':
    case U'ھ':
    case U'ە':
      return U'ه';
    default:
      return letter;
  }
}

// A word in one shape, without allocating.
struct Key {
  std::array<char32_t, kMaxWordLength> text;
  std::size_t length = 0;

  explicit Key(std::u32string_view word) {
    for (const char32_t letter : word.substr(0, kMaxWordLength))
      text[length++] = one_shape(letter);
  }
  std::u32string_view view() const { return {text.data(), length}; }
};

using Names = std::map<std::u32string, std::vector<std::string_view>, std::less<>>;

Names read(std::string_view path) {
  Names out;
  for_each_row(path, [&out](auto fields) {
    VEDETTE_CHECK(fields.size() == 2);
    out.emplace(Key(decode(fields[0])).view(), split_words(fields[1]));
  });
  return out;
}

const Names& names_of(Script script) {
  static const Names kArabic = read("data/romanise/arabic_names.tsv");
  static const Names kHebrew = read("data/romanise/hebrew_names.tsv");
  return script == Script::Hebrew ? kHebrew : kArabic;
}

}  // namespace

std::span<const std::string_view> vocalised_spellings(std::u32string_view word, Script script) {
  if (!is_unvocalised(script)) return {};
  const Names& names = names_of(script);
  const auto found = names.find(Key(word).view());
  if (found == names.end()) return {};
  return found->second;
}

}  // namespace vedette::text
