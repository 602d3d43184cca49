#include "api/request/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/json_writer.h"
#include "base/log.h"

namespace vedette::api {
namespace {

constexpr std::int64_t kRetryAfterSeconds = 1;

constexpr std::array<std::string_view, 5> kTokenPaths = {
    "/svc/3.0/api/token", "/svc/3.0/api/refresh", "/svc/3.0/api/revoke", "/api/oauth/token",
    "/oauth/token"};

struct CauseRow {
  base::Cause cause;
  int status;
  std::string_view code;
};
constexpr std::array<CauseRow, 15> kCauses = {{
    {base::Cause::kInvalidInput, 400, "VALIDATION_FAILED"},
    {base::Cause::kConflict, 409, "CONFLICT"},
    {base::Cause::kNotFound, 404, "NOT_FOUND"},
    {base::Cause::kUnauthenticated, 401, "INVALID_TOKEN"},
    {base::Cause::kForbidden, 403, "FORBIDDEN"},
    {base::Cause::kThrottled, 429, "RATE_LIMITED"},
    {base::Cause::kTooLarge, 413, "PAYLOAD_TOO_LARGE"},
    {base::Cause::kTooExpensive, 422, "QUERY_TOO_EXPENSIVE"},
    {base::Cause::kOverloaded, 503, "OVERLOADED"},
    {base::Cause::kUnavailable, 503, "UNAVAILABLE"},
    {base::Cause::kStorageFull, 503, "STORAGE_FULL"},
    {base::Cause::kTimeout, 503, "UNAVAILABLE"},
    {base::Cause::kCorrupt, 500, "INTERNAL_ERROR"},
    {base::Cause::kUnsupported, 500, "INTERNAL_ERROR"},
    {base::Cause::kInternal, 500, "INTERNAL_ERROR"},
}};

const CauseRow& row_of(base::Cause cause) {
  return *std::ranges::find(kCauses, cause, &CauseRow::cause);
}

// The word of RFC 6749 for a status where it has one, else our own code in small letters.
std::string token_error_word(int status, std::string_view code) {
  if (status == 500) return "server_error";
  if (status == 503) return "temporarily_unavailable";
  if (status == 400) return "invalid_request";
  return base::lower(code);
}

void set_retry_after(http::Response& response, std::int64_t seconds) {
  if (seconds > 0) response.set("Retry-After", std::to_string(seconds));
}

void write_problem(base::JsonWriter& json, const Problem& problem) {
  json.begin_object().member("path", problem.path).member("in", problem.in);
  json.member("code", problem.code).member("message", problem.message);
  if (!problem.id.empty()) json.member("id", problem.id);
  if (!problem.current.empty()) json.key("current").raw(problem.current);
  json.end_object();
}

// /svc/9.9/... gets told which versions there are.
bool is_foreign_version(std::string_view path) {
  return path.starts_with("/svc/") && !path.starts_with("/svc/3.0/") &&
         !path.starts_with("/svc/3/");
}

http::Response flat_server_error(const http::ErrorReport& report) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object();
  json.member("error", token_error_word(report.status, report.code));
  json.member("error_description", report.message).member("message", report.message);
  json.member("success", false);
  if (report.max_bytes) json.member("maxBytes", *report.max_bytes);
  json.member("requestId", report.request.id).end_object();
  http::Response response(report.status, std::move(body));
  response.set("Pragma", "no-cache");
  return response;
}

std::string_view general_sentence(const CauseRow& row) {
  if (row.cause == base::Cause::kStorageFull)
    return "There is no space left to record this. Nothing was changed.";
  if (row.status == 503) return "The service cannot do this now. Try again in a moment.";
  return "Something went wrong on our side. It has been logged.";
}

}  // namespace

bool is_token_path(std::string_view routed_path) {
  return std::ranges::any_of(kTokenPaths, [&](std::string_view family) {
    return routed_path.starts_with(family) &&
           (routed_path.size() == family.size() || routed_path[family.size()] == '/');
  });
}

http::Response failure_response(const http::Request& request, const Failure& failure) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", false).key("error").begin_object();
  json.member("code", failure.code)
      .member("message", failure.message)
      .member("status", failure.status);
  json.key("details").begin_array();
  for (const Problem& problem : failure.problems)
    write_problem(json, problem);
  json.end_array().member("requestId", request.id).end_object();
  json.member("message", failure.message).end_object();
  http::Response response(failure.status, std::move(body));
  set_retry_after(response, failure.retry_after_seconds);
  return response;
}

http::Response token_failure_response(const http::Request& request,
                                      const service::TokenFailure& failure) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object()
      .member("error", failure.error)
      .member("error_description", failure.description);
  if (!failure.hint.empty()) json.member("hint", failure.hint);
  json.member("message", failure.description).member("success", false);
  if (!failure.missing.empty()) {
    json.key("missing").begin_array();
    for (const std::string& name : failure.missing)
      json.value(name);
    json.end_array();
  }
  json.member("requestId", request.id).end_object();
  http::Response response(row_of(failure.cause).status, std::move(body));
  response.set("Pragma", "no-cache");
  set_retry_after(response, failure.retry_after_seconds);
  if (failure.tries_per_minute > 0) {
    response.set("RateLimit-Limit", std::to_string(failure.tries_per_minute));
    response.set("RateLimit-Remaining", "0");
    response.set("RateLimit-Reset", std::to_string(failure.retry_after_seconds));
  }
  return response;
}

Failure failure_of(const base::Error& error) {
  const CauseRow& row = row_of(error.cause);
  Failure failure{.status = row.status, .code = std::string(row.code), .message = error.message};
  if (row.status >= 500) failure.message = general_sentence(row);
  if (row.status == 503) failure.retry_after_seconds = kRetryAfterSeconds;
  // A single detail without a path is the answer's own code, with a sentence for the client.
  if (error.details.size() == 1 && error.details.front().path.empty()) {
    failure.code = error.details.front().code;
    failure.message = error.details.front().message;
    return failure;
  }
  for (const base::ErrorDetail& detail : error.details)
    failure.problems.push_back(
        {.path = detail.path, .in = "body", .code = detail.code, .message = detail.message});
  return failure;
}

std::string names_nothing(std::string_view value) {
  constexpr std::size_t kShown = 100;
  std::size_t end = std::min(value.size(), kShown);
  while (end < value.size() && end > 0 && (value[end] & 0xC0) == 0x80)
    --end;  // not inside a character
  return fmt::format("names nothing that is there: '{}{}'", value.substr(0, end),
                     end < value.size() ? "..." : "");
}

http::Response refused(const http::Request& request, const base::Error& error,
                       const std::optional<Problem>& about) {
  Failure failure = failure_of(error);
  if (about && failure.status == 404 && failure.problems.empty()) {
    failure.problems.push_back(*about);
    failure.problems.back().code = failure.code;
  }
  if (failure.status >= 500)
    base::log(base::LogLevel::kError, "a request failed",
              {{"requestId", request.id},
               {"cause", base::cause_name(error.cause)},
               {"error", error.message}});
  return failure_response(request, failure);
}

http::Response render_server_error(const http::ErrorReport& report) {
  // The pattern of the route, when one was found: the path itself may be percent-encoded.
  const std::string_view pattern = report.request.route_pattern;
  if (is_token_path(pattern.empty() ? report.request.routed_path() : pattern))
    return flat_server_error(report);
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", false).key("error").begin_object();
  json.member("code", report.code)
      .member("message", report.message)
      .member("status", report.status);
  json.key("details").begin_array().end_array();
  if (report.max_bytes) json.member("maxBytes", *report.max_bytes);
  if (report.status == 404 && is_foreign_version(report.request.path()))
    json.key("supportedVersions").begin_array().value("3.0").end_array();
  json.member("requestId", report.request.id).end_object();
  json.member("message", report.message).end_object();
  return {report.status, std::move(body)};
}

std::string sentence(const Problem& problem) {
  if (problem.path.empty()) return problem.message;
  return problem.path + (problem.message.starts_with("not ") ? " is " : " ") + problem.message;
}

Failure invalid_inputs(std::vector<Problem> problems) {
  Failure failure{.status = 400, .code = "VALIDATION_FAILED"};
  if (!problems.empty()) {
    const Problem& first = problems.front();
    failure.message = sentence(first);
    const auto same = [&](const Problem& problem) { return problem.code == first.code; };
    const bool own_code =
        first.code == "MISSING_PARAMETER" || first.code == "CONFLICTING_PARAMETER";
    if (own_code && std::ranges::all_of(problems, same)) failure.code = first.code;
  }
  failure.problems = std::move(problems);
  return failure;
}

}  // namespace vedette::api
