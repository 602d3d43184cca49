#pragma once

#include <vector>

#include "api/monitoring/monitoring_records.h"
#include "http/router.h"

namespace vedette::api {

// GET /monitoring/events, the feed that clients pull, and GET /monitoring/audit.
std::vector<http::Route> monitoring_feed_routes(const MonitoringParts& parts);

}  // namespace vedette::api
