#pragma once

#include <vector>

#include "http/router.h"
#include "ledger/ledger.h"
#include "service/access/tokens.h"
#include "service/lists/generations.h"
#include "service/parties/groupings.h"

namespace vedette::api {

struct ReportParts {
  service::Tokens& tokens;
  service::Generations& generations;
  service::Groupings& groupings;
  ledger::Ledger& ledger;
};

// GET /svc/3.0/api/report/kyb/code/{company_code}. Everything outlives the routes.
std::vector<http::Route> report_routes(const ReportParts& parts);

}  // namespace vedette::api
