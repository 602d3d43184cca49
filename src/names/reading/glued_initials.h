#pragma once

#include <span>
#include <string>
#include <string_view>

#include "names/tables/lexicon.h"
#include "text/tokenise.h"

namespace vedette::names {

// The text of a person's name with initials that are written together set apart: "PUTIN V. V." of
// "PUTIN VV". Empty when there are none. Two capitals, or three without a vowel, beside one or two
// full names; what is a name, a particle or a title of the tables, or a syllable of which East
// Asian names are made, is none.
std::string with_initials_apart(const Lexicon& lexicon, std::string_view text,
                                std::span<const text::Word> words);

}  // namespace vedette::names
