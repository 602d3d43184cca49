#pragma once

#include <vector>

#include "names/tables/lexicon.h"
#include "names/words/name_builder.h"
#include "names/words/reading.h"

namespace vedette::names {

// "PUTIN, Vladimir V." becomes "Vladimir V. PUTIN"; "Payne, Donald, Jr." becomes "Donald Payne
// Jr.". A comma that only sets off a title or suffix moves nothing.
void put_family_name_last(const Lexicon& lexicon, Reading& reading);

// The words of a person's name with their roles.
std::vector<DraftWord> person_words(const Lexicon& lexicon, Reading& reading);

}  // namespace vedette::names
