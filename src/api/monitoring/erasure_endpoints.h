#pragma once

#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"
#include "service/erasure/erasures.h"

namespace vedette::api {

// /monitoring/erasures: POST counts or takes away a person's data, GET lists the certificates of
// the project; /monitoring/erasures/{id}: one certificate with its signature. For admins. `tokens`
// and `erasures` outlive the routes.
std::vector<http::Route> erasure_routes(service::Tokens& tokens, const service::Erasures& erasures);

}  // namespace vedette::api
