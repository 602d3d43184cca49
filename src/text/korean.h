#pragma once

#include <string_view>

#include "text/forms.h"

namespace vedette::text {

// Korean names in Latin letters, by whichever of their systems. The words are ASCII, in lower case.

// Whether a word is a Korean family name; or a syllable of which given names are made.
bool is_korean_family_name(std::string_view ascii);
bool is_korean_syllable(std::string_view ascii);

// Adds the spellings of other systems to a given name that is written as one word of two such
// syllables, as South Korean passports do: Dongcheol -> tongchol, dongchul.
void spell_korean_given_name(std::string_view ascii, Forms& out);

}  // namespace vedette::text
