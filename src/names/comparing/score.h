#pragma once

#include "names/comparing/tally.h"
#include "names/words/analysed_name.h"

namespace vedette::names {

// Similarity in percent.
struct Score {
  int value = 0;
  // Words or letters of one of the names were cut at the limits (names/words/analysed_name.h): the
  // score is that of what is left, and whoever shows it must say so.
  bool truncated = false;
  // The counted work ran out (names/comparing/relation.h): the true score may be higher. No real
  // name gets here; a search that meets it must say so instead of leaving the name out.
  bool capped = false;
};

// The score of two analysed names of the same kind (names of different kinds have nothing in
// common: 0). Pure, symmetric, allocates nothing; the work is bounded by kMaxWords and kMaxLetters
// alone. 100 if and only if the names are identical after normalisation.
Score score(NameView query, NameView listed);
// The same, and the steps that led to it.
Score score(NameView query, NameView listed, Tally& tally);

}  // namespace vedette::names
