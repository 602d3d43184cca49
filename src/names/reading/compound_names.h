#pragma once

#include "names/tables/lexicon.h"
#include "names/words/reading.h"

namespace vedette::names {

// Names of two halves that are written together or apart at will, in Latin letters; brought to one
// shape, so that each half can meet its like in any spelling. (In Arabic letters text/tokenise.h
// does the same.)
// - Servants of God: Abdelkader, Abdul-Qadir and Abd al-Qadir are two words, when the second half
//   is a known name.
// - Two given names: Mohammadreza is two words, when both halves are common names; so is
//   Saifulislam.
// - Chinese given names in Wade-Giles: Tse-tung is one word, which is zedong in Pinyin.
// - "... al-Din": Nur ad-Din and Noureddine are one word, with its ending in the usual spellings.
void settle_compound_names(const Lexicon& lexicon, Reading& reading);

}  // namespace vedette::names
