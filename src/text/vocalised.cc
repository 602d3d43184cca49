#include "text/vocalised.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text_table.h"
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

// By the bytes of their letters in one shape.
using Names = base::TextTable<std::vector<std::string_view>>;

std::string_view bytes_of(std::u32string_view text) {
  return {reinterpret_cast<const char*>(text.data()), text.size() * sizeof(char32_t)};
}

// Of two lines with the same name the first counts.
Names read(std::string_view path) {
  Names out;
  for_each_row(path, [&out](auto fields) {
    VEDETTE_CHECK(fields.size() == 2);
    const Key key(decode(fields[0]));
    if (!out.contains(bytes_of(key.view()))) out.put(bytes_of(key.view())) = split_words(fields[1]);
  });
  return out;
}

const Names& arabic_names() {
  static const Names kArabic = read("data/romanise/arabic_names.tsv");
  return kArabic;
}

const Names& names_of(Script script) {
  static const Names kHebrew = read("data/romanise/hebrew_names.tsv");
  return script == Script::Hebrew ? kHebrew : arabic_names();
}

// Words of the table that are no names by themselves: particles, titles before and endings after a
// name. Families that are named with such an ending are written as one word in Latin letters.
bool is_bound(std::u32string_view word) {
  static const std::set<std::u32string, std::less<>> kBound = {
      U"بن",  U"ابن",  U"بنت",  U"ابو",  U"ابي",   U"ام",  U"ال",   U"ولد", U"عبد",
      U"پور", U"نژاد", U"زاده", U"الله", U"الدين", U"شاه", U"حاجي", U"ملا", U"شيخ"};
  return kBound.contains(word);
}

constexpr std::size_t kShortestHalf = 3;
constexpr std::size_t kShortestLatin = 7;

struct LatinHalves {
  base::TextTable<bool> spellings;
  std::size_t longest = 0;
  std::array<bool, 1 << 12> beginnings{};  // of their first letters, by hash

  static std::size_t beginning_of(std::string_view word) {
    return base::text_hash(word.substr(0, kShortestHalf)) >> (64 - 12);
  }

  LatinHalves() {
    arabic_names().for_each([&](std::string_view bytes, const auto& known) {
      std::u32string word(bytes.size() / sizeof(char32_t), U'\0');
      std::memcpy(word.data(), bytes.data(), bytes.size());
      if (is_bound(word)) return;
      for (const std::string_view spelling : known) {
        if (spelling.size() < kShortestHalf) continue;
        spellings.put(spelling) = true;
        longest = std::max(longest, spelling.size());
        beginnings[beginning_of(spelling)] = true;
      }
    });
  }
};

const LatinHalves& latin_halves() {
  static const LatinHalves kHalves;
  return kHalves;
}

// Between the halves of a name the article is spoken with any vowel, and its l like the letter
// after it: saif-ul-islam, zia-ur-rahman.
bool is_link(std::string_view link, char next) {
  return link.size() == 2 && std::string_view("aeiou").find(link[0]) != std::string_view::npos &&
         (link[1] == 'l' || link[1] == next);
}

}  // namespace

std::size_t double_name_border(std::u32string_view word) {
  if (word.size() < 2 * kShortestHalf || word.size() > kMaxWordLength) return 0;
  const Key key(word);
  const Names& names = arabic_names();
  if (names.contains(bytes_of(key.view()))) return 0;
  const auto is_half = [&](std::u32string_view half) {
    return names.contains(bytes_of(half)) && !is_bound(half);
  };
  for (std::size_t i = kShortestHalf; i + kShortestHalf <= key.length; ++i)
    if (is_half(key.view().substr(0, i)) && is_half(key.view().substr(i))) return i;
  return 0;
}

LatinBorder double_name_border(std::string_view ascii) {
  if (ascii.size() < kShortestLatin) return {};
  const LatinHalves& halves = latin_halves();
  if (!halves.beginnings[LatinHalves::beginning_of(ascii)]) return {};
  const auto is_half = [&](std::string_view half) { return halves.spellings.contains(half); };
  const std::size_t last = std::min(halves.longest, ascii.size() - kShortestHalf);
  bool known = false;
  for (std::size_t i = kShortestHalf; i <= last; ++i) {
    if (!is_half(ascii.substr(0, i))) continue;
    if (!std::exchange(known, true) && is_half(ascii)) return {};
    if (is_half(ascii.substr(i))) return {i, 0};
    if (i + 2 + kShortestHalf <= ascii.size() && is_link(ascii.substr(i, 2), ascii[i + 2]) &&
        is_half(ascii.substr(i + 2)))
      return {i, 2};
  }
  return {};
}

std::span<const std::string_view> vocalised_spellings(std::u32string_view word, Script script) {
  if (!is_unvocalised(script)) return {};
  const Names& names = names_of(script);
  const auto* found = names.find(bytes_of(Key(word).view()));
  if (found == nullptr) return {};
  return *found;
}

}  // namespace vedette::text
