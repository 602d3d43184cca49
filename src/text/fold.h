#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::text {

// One code point of normalised text and the bytes of the original it came from.
struct Unit {
  char32_t value;
  std::uint32_t begin;
  std::uint32_t end;
  bool capital;  // the original was an upper-case letter
};

// Unicode made comparable, in the spirit of NFKC_Casefold: compatibility forms (full width,
// ligatures, Arabic presentation forms, mathematical letters), case, invisible characters (bidi
// controls, zero width, soft hyphen), typographic quotes and dashes, digits of every script, and
// letter + combining mark composed into one letter. Letters keep their diacritics here, because
// romanise() gives "mueller" as well as "muller" for "müller"; marks that make no known letter, and
// vowel points of Arabic and Hebrew, are dropped. Malformed bytes become kReplacement.
// Appends to `out`; pure and idempotent.
void normalise(std::string_view utf8, std::vector<Unit>& out);
std::u32string normalise(std::string_view utf8);

// The letter without its diacritics: ü -> u, ё stays (it is another letter), ø -> o.
char32_t strip_diacritics(char32_t value);

// normalise() with diacritics stripped, as UTF-8. Other scripts stay what they are.
std::string fold(std::string_view utf8);

}  // namespace vedette::text
