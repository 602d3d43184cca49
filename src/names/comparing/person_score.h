#pragma once

#include "names/comparing/pairing.h"
#include "names/comparing/tally.h"

namespace vedette::names {

// Charges what two paired names of persons do not share.
void settle_person(const Pairing& pairing, Side asked, Tally& tally);

}  // namespace vedette::names
