#pragma once

#include <string_view>

#include "text/forms.h"
#include "text/script.h"

namespace vedette::text {

// Scripts in which a consonant carries the vowel a unless a sign says otherwise: those of South
// Asia, Khmer, Myanmar and Tibetan.
bool is_indic(Script script);

// Such a word in Latin letters: the inherent vowel left out where the spoken language leaves it out
// (राजनाथ is rajnath), then with all of them, each in the plain and in the habitual spelling
// (w for v, ee for long i).
void spell_indic(std::u32string_view word, Script script, Forms& out);

}  // namespace vedette::text
