#pragma once

#include <span>
#include <string_view>

#include "text/forms.h"

namespace vedette::text {

// Readings of Chinese characters in Latin letters.

// Whether the characters are a Chinese family name of one or two characters.
bool is_han_surname(std::u32string_view characters);

// Whether the characters are a Japanese family name of two or three characters.
bool is_japanese_surname(std::u32string_view characters);

// A family name as families spell it: Pinyin, Wade-Giles, then Cantonese and southern spellings,
// the Korean ones where Koreans bear it too, and the reading of Japanese family names.
// Falls back to spell_han for characters that are no known family name.
void spell_han_surname(std::u32string_view characters, Forms& out);

// Characters one after the other: Pinyin, Wade-Giles, Cantonese as Hong Kong writes it. Cantonese
// only when the reading of every character is known.
void spell_han(std::u32string_view characters, Forms& out);

// A given name, which may be Korean too: spell_han and the Korean reading when all of it is known.
void spell_han_given(std::u32string_view characters, Forms& out);

}  // namespace vedette::text
