#pragma once

#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"
#include "service/screening/screening.h"

namespace vedette::api {

// POST /screening/batch. Everything outlives the routes.
std::vector<http::Route> batch_routes(service::Tokens& tokens, service::Screening& screening);

}  // namespace vedette::api
