#pragma once

#include <vector>

#include "names/words/kind.h"
#include "names/words/name_builder.h"

namespace vedette::names {

// Gives the role of a title to what clerks write around the name of an organisation or a ship:
// "M/s" and "Messrs" and the "1/" of payment lines before it; an account, tax, register or IMO
// number, a flag, and whom a letter is for ("attn.") behind it.
void mark_clerical_marks(std::vector<DraftWord>& words, Kind kind);

}  // namespace vedette::names
