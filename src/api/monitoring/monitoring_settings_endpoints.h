#pragma once

#include <vector>

#include "api/monitoring/monitoring_records.h"
#include "http/router.h"

namespace vedette::api {

// GET and PUT /monitoring/settings, GET /monitoring/screening-status.
std::vector<http::Route> monitoring_settings_routes(const MonitoringParts& parts);

}  // namespace vedette::api
