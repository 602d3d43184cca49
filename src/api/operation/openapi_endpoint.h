#pragma once

#include <vector>

#include "http/router.h"

namespace vedette::api {

// GET /openapi.json: docs/openapi.json, the one description of the API, as it was built in.
std::vector<http::Route> openapi_routes();

}  // namespace vedette::api
