#pragma once

#include <vector>

#include "api/monitoring/monitoring_records.h"
#include "http/router.h"

namespace vedette::api {

// POST /monitoring/reviews/jobs, GET /monitoring/reviews/jobs/{id} and POST .../{id}/undo.
std::vector<http::Route> review_job_routes(const MonitoringParts& parts);

}  // namespace vedette::api
