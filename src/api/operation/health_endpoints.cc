#include "api/operation/health_endpoints.h"

#include "api/request/failure.h"
#include "api/request/version.h"
#include "base/json_writer.h"

namespace vedette::api {
namespace {

constexpr std::int64_t kRetryAfterSeconds = 2;

http::Response health(const http::Request&) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("status", "ok").member("version", kVersion).end_object().end_object();
  return {200, std::move(body)};
}

http::Response not_ready(const http::Request& request, const service::Readiness& readiness) {
  Failure failure{.status = 503,
                  .code = "UNAVAILABLE",
                  .message = "",
                  .problems = {},
                  .retry_after_seconds = kRetryAfterSeconds};
  const auto add = [&](std::string part, const std::optional<std::string>& problem) {
    if (!problem) return;
    if (failure.message.empty()) failure.message = "Not ready: " + *problem;
    failure.problems.push_back(
        {.path = std::move(part), .in = "service", .code = "UNAVAILABLE", .message = *problem});
  };
  add("ledger", readiness.ledger_problem);
  add("catalogue", readiness.catalogue_problem);
  add("lists", readiness.list_problem);
  add("storage", readiness.storage_problem);
  return failure_response(request, failure);
}

http::Response ready(const http::Request& request, const service::Readiness& readiness) {
  if (!readiness.ready()) return not_ready(request, readiness);
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("status", readiness.degraded ? "degraded" : "ready")
      .member("generation", readiness.generation);
  json.key("lists").begin_array();
  for (const service::ListAge& list : readiness.lists) {
    json.begin_object().member("list", list.list).member("ageSeconds", list.age.count / 1000);
    json.member("stale", list.stale).end_object();
  }
  json.end_array().key("stale").begin_array();
  for (const service::ListAge& list : readiness.lists)
    if (list.stale) json.value(list.list);
  json.end_array().key("failing").begin_array();
  for (const std::string& source : readiness.failing_sources)
    json.value(source);
  json.end_array().key("warnings").begin_array();
  for (const std::string& warning : readiness.warnings)
    json.value(warning);
  json.end_array().end_object().end_object();
  return {200, std::move(body)};
}

}  // namespace

std::vector<http::Route> health_routes(std::function<service::Readiness()> readiness) {
  return {
      {.methods = http::Method::kGet,
       .pattern = "/health",
       .handler = health,
       .head_allowed = true,
       .probe = true},
      {.methods = http::Method::kGet,
       .pattern = "/ready",
       .handler = [readiness = std::move(readiness)](
                      const http::Request& request) { return ready(request, readiness()); },
       .head_allowed = true,
       .probe = true},
  };
}

}  // namespace vedette::api
