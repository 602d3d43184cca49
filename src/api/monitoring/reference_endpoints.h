#pragma once

#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"

namespace vedette::api {

// GET /monitoring/datasets and GET /monitoring/countries: the code lists that filters take.
// `tokens` must outlive the routes.
std::vector<http::Route> reference_routes(service::Tokens& tokens);

}  // namespace vedette::api
