#pragma once

#include "names/comparing/pairing.h"
#include "names/comparing/tally.h"

namespace vedette::names {

// Readings of two whole names of organisations or things whose words do not meet one by one: the
// same letters with other blanks, a name that a narrow field cut, an acronym. Each is kept where it
// costs less than what the tally has; `any` says whether the tally has anything. True when it has
// something then. `query_side` is the side of the query.
//
// A search finds such names by keys of their own (catalogue/keys.h): a reading that is added here
// needs its key there and its bit in names::RelatedWords.
bool settle_whole_names(const Pairing& pairing, Side query_side, bool any, Tally& tally);

// Whether one of the names is a single word that spells the initials of the other.
bool is_acronym_of(NameView a, NameView b);

}  // namespace vedette::names
