#pragma once

#include "names/reading/analyser.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// Whether two criteria ask the same of every catalogue: a name that is only spelt otherwise (in
// capitals, with other spaces), or the same countries in another order. What is kept and given back
// is what the client wrote last, but no match is to be looked at again for it.
bool asks_the_same(const names::Analyser& analyser, const Criteria& before, const Criteria& after);

}  // namespace vedette::service
