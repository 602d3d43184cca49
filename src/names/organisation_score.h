#pragma once

#include "names/pairing.h"
#include "names/tally.h"

namespace vedette::names {

// Charges what two paired names of organisations or things do not share.
void settle_organisation(const Pairing& pairing, Tally& tally);

// Two names without a word in common, one of which may be the initials of the other. True when it
// is, with the meeting and its cost in the tally.
bool settle_acronym(const Pairing& pairing, Tally& tally);

}  // namespace vedette::names
