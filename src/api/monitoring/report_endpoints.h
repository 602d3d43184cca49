#pragma once

#include <vector>

#include "api/monitoring/case_endpoints.h"
#include "http/router.h"

namespace vedette::api {

// GET /monitoring/report: what was found and decided in a period, as JSON or CSV. For admins.
std::vector<http::Route> decision_report_routes(const CaseParts& parts);

}  // namespace vedette::api
