#pragma once

#include "evidence/outcome.h"
#include "profile/partial_date.h"

namespace vedette::evidence {

// How two birth dates compare. Symmetric; kNothing when one is empty. A partial date is the span of
// the days it may be. The first of January of a full date stands for its year alone in most files,
// so that it contradicts no other day of that year; two of them agree to the day.
Finding compare_births(const profile::PartialDate& a, const profile::PartialDate& b);

}  // namespace vedette::evidence
