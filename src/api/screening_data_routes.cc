#include "api/screening_data_routes.h"

#include "api/bearer.h"
#include "api/failure.h"

namespace vedette::api {
namespace {

using enum http::Method;

constexpr std::int64_t kRetryAfterSeconds = 5;

struct Operation {
  http::MethodSet methods;
  const char* path;
  bool pure_read;
  std::uint8_t scope;
};

constexpr std::uint8_t kMonitoring = service::AccessScopes::kMonitoring;

// Of each family, under /monitoring/business and /monitoring/individual.
constexpr Operation kFamilyOperations[] = {
    {{kGet}, "/records/getAll", true, kMonitoring},
    {{kGet}, "/records/getSingle", true, kMonitoring},
    {{kPost, kPut}, "/records/addOrUpdateMultiple", false, kMonitoring},
    {{kPost, kPut}, "/records/addOrUpdateSingle", false, kMonitoring},
    {{kPost, kGet, kDelete}, "/records/deleteRecord", false, kMonitoring},
    {{kGet, kPost}, "/records/matches/getAll", true, kMonitoring},
    {{kPost, kPut, kGet}, "/records/matches/insertMultipleReviews", false, kMonitoring},
    {{kGet}, "/records/matches/getReviews", true, kMonitoring},
};

http::Response unavailable(const http::Request& request, const service::Readiness& readiness) {
  return failure_response(
      request,
      {.status = 503,
       .code = "UNAVAILABLE",
       .message = readiness.catalogue_problem
                      ? "No catalogue is loaded, so nothing can be screened. Import a list first."
                      : "This version serves no screening and monitoring over the API yet.",
       .problems = {},
       .retry_after_seconds = kRetryAfterSeconds});
}

http::Route route(service::Tokens& tokens, const std::function<service::Readiness()>& readiness,
                  const Operation& operation, std::string path) {
  return {
      .methods = operation.methods,
      .pattern = std::move(path),
      .handler = with_bearer(tokens, operation.scope,
                             [readiness](const http::Request& request, const service::Principal&) {
                               return unavailable(request, readiness());
                             }),
      .head_allowed = operation.pure_read};
}

}  // namespace

std::vector<http::Route> screening_data_routes(service::Tokens& tokens,
                                               std::function<service::Readiness()> readiness) {
  std::vector<http::Route> routes;
  for (const std::string family : {"/monitoring/business", "/monitoring/individual"})
    for (const Operation& operation : kFamilyOperations)
      routes.push_back(route(tokens, readiness, operation, family + operation.path));
  return routes;
}

}  // namespace vedette::api
