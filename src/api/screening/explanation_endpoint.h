#pragma once

#include <vector>

#include "http/router.h"
#include "names/reading/analyser.h"
#include "service/access/tokens.h"

namespace vedette::api {

// GET and POST /screening/explanation: how two names compare, word by word. Asks no list and
// records nothing. Everything outlives the routes.
std::vector<http::Route> explanation_routes(service::Tokens& tokens,
                                            const names::Analyser& analyser);

}  // namespace vedette::api
