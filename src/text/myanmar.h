#pragma once

#include <string_view>

#include "text/forms.h"

namespace vedette::text {

// Whether a new syllable begins at `place`. Burmese names are written without blanks, and Latin
// spellings have one word for each syllable.
bool begins_myanmar_syllable(std::u32string_view text, std::size_t place);

// Burmese in Latin letters, syllable by syllable, as Burmese people spell their names.
void spell_myanmar(std::u32string_view word, Forms& out);

}  // namespace vedette::text
