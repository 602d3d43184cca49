#pragma once

#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"
#include "service/screening/screening.h"

namespace vedette::api {

// GET and POST /screening; GET /screening/searches/{ref} and its replay. Everything outlives the
// routes.
std::vector<http::Route> screening_routes(service::Tokens& tokens, service::Screening& screening);

}  // namespace vedette::api
