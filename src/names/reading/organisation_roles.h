#pragma once

#include <vector>

#include "names/tables/lexicon.h"
#include "names/words/name_builder.h"
#include "names/words/reading.h"

namespace vedette::names {

// The words of an organisation's or thing's name with their roles. Phrases of the tables ("limited
// liability company", "saudi arabia") become one word.
std::vector<DraftWord> organisation_words(const Lexicon& lexicon, Reading& reading, Kind kind);

// The number that a Roman numeral up to 39 stands for; 0 when it is none.
std::uint32_t roman_value(std::string_view text);

}  // namespace vedette::names
