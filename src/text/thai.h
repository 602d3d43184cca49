#pragma once

#include <string_view>

#include "text/forms.h"

namespace vedette::text {

// Thai and Lao in Latin letters, close to the Royal Thai General System: vowels written before
// their consonant are put behind it, consonants at the end of a syllable are spelled as spoken and
// vowels that are not written are guessed. A second spelling follows passport habits.
void spell_thai(std::u32string_view word, Forms& out);

}  // namespace vedette::text
