#pragma once

#include <vector>

#include "api/monitoring/case_endpoints.h"
#include "http/router.h"

namespace vedette::api {

// POST /monitoring/audit/verification: walks the audit chain of the project and tells whether it
// holds. For admins.
std::vector<http::Route> audit_verification_routes(const CaseParts& parts);

}  // namespace vedette::api
