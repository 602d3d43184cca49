#include "api/operation/metrics_endpoint.h"

#include "api/request/bearer.h"
#include "api/request/failure.h"

namespace vedette::api {
namespace {

constexpr const char* kPath = "/metrics";
constexpr const char* kFormat = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace

std::vector<http::Route> metrics_routes(service::Tokens& tokens, MetricsText text) {
  std::vector<http::Route> routes;
  routes.push_back({.methods = http::Method::kGet,
                    .pattern = kPath,
                    .handler = with_bearer(
                        tokens, kAnyScope,
                        [text = std::move(text)](const http::Request&, const service::Principal&) {
                          return http::Response::text(200, kFormat, text());
                        }),
                    .head_allowed = true});
  return routes;
}

http::Router metrics_router(MetricsText text) {
  std::vector<http::Route> routes;
  routes.push_back(
      {.methods = http::Method::kGet,
       .pattern = kPath,
       .handler = [text = std::move(text)](
                      const http::Request&) { return http::Response::text(200, kFormat, text()); },
       .head_allowed = true});
  return http::Router(std::move(routes), {.rewrites = {}, .render_error = render_server_error});
}

}  // namespace vedette::api
