#pragma once

#include <vector>

#include "base/clock.h"
#include "http/router.h"
#include "ledger/ledger.h"
#include "service/access/tokens.h"
#include "service/lists/generations.h"

namespace vedette::api {

// Everything outlives the routes.
struct CaseParts {
  service::Tokens& tokens;
  ledger::Ledger& ledger;
  const service::Generations& generations;
  const base::Clock& clock;
};

// The desk by customer: GET /monitoring/cases (the queue), GET /monitoring/case (one of them), and
// /monitoring/views (filters that analysts share).
std::vector<http::Route> case_routes(const CaseParts& parts);

}  // namespace vedette::api
