#pragma once

#include <span>

#include "text/fold.h"

namespace vedette::text {

// Repairs a word that mixes Latin with Cyrillic or Greek letters ("Рutin" with a Cyrillic Р,
// "Пyтин" with a Latin y): when only one of the scripts has letters that belong to no other, the
// look-alikes become letters of that script. A word that is truly of two scripts stays as it is.
// Letters of phonetics, of scripts in which no name is listed (Cherokee, Lisu) and, beside Latin
// ones, of any other script become the Latin letters that they look like, when all of the word's
// do.
// Returns whether a letter was replaced.
bool repair_look_alikes(std::span<Unit> word);

}  // namespace vedette::text
