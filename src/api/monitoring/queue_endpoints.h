#pragma once

#include <vector>

#include "base/clock.h"
#include "http/router.h"
#include "ledger/ledger.h"
#include "service/access/tokens.h"
#include "service/lists/generations.h"

namespace vedette::api {

// What an analysts' desk reads: GET /monitoring/matches (the matches of all records), GET
// /monitoring/overview (figures) and GET /monitoring/events/stream (what happens, as it happens).
// Everything outlives the routes.
std::vector<http::Route> queue_routes(service::Tokens& tokens, ledger::Ledger& ledger,
                                      const service::Generations& generations,
                                      const base::Clock& clock);

}  // namespace vedette::api
