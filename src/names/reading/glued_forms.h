#pragma once

#include "names/tables/lexicon.h"
#include "names/words/reading.h"

namespace vedette::names {

// A lost blank beside a legal form: "GatewickLLC", "TradingCompany", "PJSCAlrosa" are two words
// each, as are the lines of payments that were put together without one. Only forms that no word
// ends with by itself, or begins with, are taken off, and only from words that no table knows.
void part_glued_forms(const Lexicon& lexicon, Reading& reading);

}  // namespace vedette::names
