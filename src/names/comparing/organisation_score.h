#pragma once

#include "names/comparing/pairing.h"
#include "names/comparing/tally.h"

namespace vedette::names {

// Charges what two paired names of organisations or things do not share. `asked` is the side of the
// pairing that is asked for; the other one stands on a list.
void settle_organisation(const Pairing& pairing, Side asked, Tally& tally);

// What it costs that only one side has `word`, when words of weight `matched` meet.
int omission_cost(const Word& word, int matched, Kind kind);

// Charges what their legal forms do not share.
void charge_legal_forms(const Pairing& pairing, Tally& tally);

}  // namespace vedette::names
