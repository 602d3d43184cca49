#pragma once

#include <string_view>

#include "text/forms.h"
#include "text/script.h"
#include "text/tokenise.h"

namespace vedette::text {

// Replaces `out` with the ways a word is written in Latin letters: ASCII lower case and digits, the
// most standard spelling first. Each spelling follows one system (BGN, ISO 9, Pinyin, Wade-Giles,
// ...) through the whole word; docs/romanisation.md lists the systems of each script. Two words of
// different scripts are the same name when their sets share a spelling, or when spellings of the
// two sets are near (text/phonetic.h, text/edit_distance.h).
//
// Arabic and Hebrew are written without short vowels: their spellings are consonants and long
// vowels ("mhmd"), to be compared through consonant_skeleton() (text/skeleton.h).
//
// Empty only when the word has no letter or digit that is known. Allocates nothing.
void romanise(const Word& word, Forms& out);

// The same for text that did not come from tokenise(); normalised by text/fold.h. `part` lets Han
// and Hangul family names be read the way families spell them (単 as shan, 이 as lee).
void romanise(std::u32string_view word, Script script, Part part, Forms& out);

}  // namespace vedette::text
