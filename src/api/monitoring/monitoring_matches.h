#pragma once

#include <vector>

#include "api/monitoring/monitoring_records.h"
#include "http/router.h"

namespace vedette::api {

// matches/getAll, insertMultipleReviews, getReviews and getHistory of both families.
std::vector<http::Route> monitoring_match_routes(const MonitoringParts& parts);

}  // namespace vedette::api
