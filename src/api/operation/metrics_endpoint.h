#pragma once

#include <functional>
#include <string>
#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"

namespace vedette::api {

// The figures as they are now, in the text format of Prometheus.
using MetricsText = std::function<std::string()>;

// GET /metrics beside the API, for an operator's token.
std::vector<http::Route> metrics_routes(service::Tokens& tokens, MetricsText text);
// GET /metrics alone, for whoever reaches a listener of its own.
http::Router metrics_router(MetricsText text);

}  // namespace vedette::api
