#pragma once

#include <string_view>

#include "text/forms.h"
#include "text/tokenise.h"

namespace vedette::text {

// Whether the syllables are a Korean family name of one or two syllables.
bool is_hangul_surname(std::u32string_view syllables);

// Korean in Latin letters: Revised Romanisation first for given names, the family's own habit first
// for family names (Kim, Lee, Park), then McCune-Reischauer and others; foreign names written in
// Hangul lose the vowels that only close a syllable.
void spell_hangul(std::u32string_view syllables, Part part, Forms& out);

}  // namespace vedette::text
