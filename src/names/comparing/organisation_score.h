#pragma once

#include "names/comparing/pairing.h"
#include "names/comparing/tally.h"

namespace vedette::names {

// Charges what two paired names of organisations or things do not share. `asked` is the side of the
// pairing that is asked for; the other one stands on a list.
void settle_organisation(const Pairing& pairing, Side asked, Tally& tally);

// What it costs that only one side has `word`, when words of weight `matched` meet.
int omission_cost(const Word& word, int matched, Kind kind);

// Two names without a word in common, one of which may be the initials of the other. True when it
// is, with the meeting and its cost in the tally.
bool settle_acronym(const Pairing& pairing, Tally& tally);

// Whether one of the names is a single word that spells the initials of the other.
bool is_acronym_of(NameView a, NameView b);

}  // namespace vedette::names
