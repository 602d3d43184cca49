#pragma once

#include "names/pairing.h"
#include "names/tally.h"

namespace vedette::names {

// Charges what two paired names of persons do not share.
void settle_person(const Pairing& pairing, Side asked, Tally& tally);

}  // namespace vedette::names
