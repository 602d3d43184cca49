#pragma once

#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"
#include "service/lists/generations.h"
#include "service/parties/groupings.h"

namespace vedette::api {

// Profile lookup of both families, and the paths that resourceUri gives. Everything outlives the
// routes.
std::vector<http::Route> profile_routes(service::Tokens& tokens, service::Generations& generations,
                                        service::Groupings& groupings);

}  // namespace vedette::api
