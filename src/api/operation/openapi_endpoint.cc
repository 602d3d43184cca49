#include "api/operation/openapi_endpoint.h"

#include <memory>
#include <string>

#include "base/check.h"
#include "base/embedded.h"
#include "http/gzip.h"

namespace vedette::api {

std::vector<http::Route> openapi_routes() {
  const auto document = base::embedded("docs/openapi.json");
  VEDETTE_CHECK(document.has_value());
  // Compressed once, not for everybody who asks.
  const auto gzipped =
      std::make_shared<const std::string>(http::gzip(*document).value_or(std::string()));
  std::vector<http::Route> routes;
  routes.push_back({.methods = http::Method::kGet,
                    .pattern = "/openapi.json",
                    .handler =
                        [plain = *document, gzipped](const http::Request& request) {
                          return http::Response::constant_text(
                              request, "application/json; charset=utf-8", plain, *gzipped);
                        },
                    .head_allowed = true});
  return routes;
}

}  // namespace vedette::api
