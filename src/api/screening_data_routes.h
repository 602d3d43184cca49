#pragma once

#include <functional>
#include <vector>

#include "http/router.h"
#include "service/readiness.h"
#include "service/tokens.h"

namespace vedette::api {

// The operations of screening and monitoring. This version serves none of them yet: each, once the
// caller is proven, answers 503 and says why, because nobody may take silence for "no match".
std::vector<http::Route> screening_data_routes(service::Tokens& tokens,
                                               std::function<service::Readiness()> readiness);

}  // namespace vedette::api
