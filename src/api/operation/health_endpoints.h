#pragma once

#include <functional>
#include <vector>

#include "http/router.h"
#include "service/lists/readiness.h"

namespace vedette::api {

// GET /health: 200 as soon as the process serves. GET /ready: 200 only when a catalogue is loaded
// and the ledger answers; says how old each list is. `readiness` is asked at every call.
std::vector<http::Route> health_routes(std::function<service::Readiness()> readiness);

}  // namespace vedette::api
