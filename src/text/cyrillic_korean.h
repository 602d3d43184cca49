#pragma once

#include <string_view>

#include "text/forms.h"

namespace vedette::text {

// Korean names in Russian spelling: Ким Чен Ын. Words are Cyrillic, without diacritics.

// Whether a word is made of one or two Korean syllables, as Russian writes them.
bool is_korean_in_cyrillic(std::u32string_view word);
// Whether it is one of the common Korean family names.
bool is_korean_family_in_cyrillic(std::u32string_view word);
// Adds how Koreans write the word in Latin letters; data/romanise/cyrillic_korean.tsv.
void spell_korean_in_cyrillic(std::u32string_view word, Forms& out);

}  // namespace vedette::text
