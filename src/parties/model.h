#pragma once

#include <cstdint>

#include "catalogue/catalogue.h"

namespace vedette::parties {

// Tells versions of the comparison of list entries apart: the comparison of names that built the
// catalogue, the tables of evidence, and which pairs are candidates. What another version compared
// is compared again.
std::uint64_t model_digest(const catalogue::Catalogue& catalogue);

}  // namespace vedette::parties
