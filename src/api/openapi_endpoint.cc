#include "api/openapi_endpoint.h"

#include "base/check.h"
#include "base/embedded.h"

namespace vedette::api {

std::vector<http::Route> openapi_routes() {
  const auto document = base::embedded("docs/openapi.json");
  VEDETTE_CHECK(document.has_value());
  std::vector<http::Route> routes;
  routes.push_back(
      {.methods = http::Method::kGet,
       .pattern = "/openapi.json",
       .handler = [body = *document](
                      const http::Request&) { return http::Response(200, std::string(body)); },
       .head_allowed = true});
  return routes;
}

}  // namespace vedette::api
