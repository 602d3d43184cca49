#include "api/request/bearer.h"

#include <fmt/format.h>

#include "api/request/console_cookie.h"
#include "api/request/paging_parameters.h"
#include "base/log.h"
#include "service/access/permissions.h"

namespace vedette::api {
namespace {

constexpr std::string_view kRealm = "Bearer realm=\"compliance\"";

void count(std::atomic<std::uint64_t>& refusals) {
  refusals.fetch_add(1, std::memory_order_relaxed);
}

bool same_word(std::string_view a, std::string_view b) {
  return http::same_header_name(a, b);
}

http::Response refuse(const http::Request& request, const Failure& failure, std::string challenge) {
  http::Response response = failure_response(request, failure);
  if (!challenge.empty()) response.set("WWW-Authenticate", std::move(challenge));
  return response;
}

http::Response ask_for_token(const http::Request& request) {
  return refuse(request,
                {.status = 401,
                 .code = "AUTHENTICATION_REQUIRED",
                 .message = "Send an access token: Authorization: Bearer <ACCESS_TOKEN>"},
                std::string(kRealm));
}

http::Response refuse_token(const http::Request& request, const base::Error& error) {
  const std::string code = error.details.empty() ? "INVALID_TOKEN" : error.details.front().code;
  const bool expired = code == "TOKEN_EXPIRED";
  const std::string description =
      expired ? "The access token expired" : "The access token is invalid";
  return refuse(
      request,
      {.status = 401,
       .code = code,
       .message =
           description + (expired ? ". Refresh it or create a new one." : ". Create a new one.")},
      fmt::format("{}, error=\"invalid_token\", error_description=\"{}\"", kRealm, description));
}

// What the failed look-up of a token means for the client.
http::Response refuse_principal(const http::Request& request, const base::Error& error) {
  switch (error.cause) {
    case base::Cause::kUnauthenticated:
      return refuse_token(request, error);
    case base::Cause::kForbidden:
      return failure_response(
          request, {.status = 403,
                    .code = error.details.empty() ? "FORBIDDEN" : error.details.front().code,
                    .message = error.message});
    default:
      base::log(base::LogLevel::kError, "a token could not be looked up",
                {{"requestId", request.id}, {"error", error.message}});
      return failure_response(request, failure_of(error));
  }
}

http::Response refuse_scope(const http::Request& request) {
  return refuse(request,
                {.status = 403,
                 .code = "INSUFFICIENT_SCOPE",
                 .message = "This access token does not open this operation."},
                fmt::format("{}, error=\"insufficient_scope\"", kRealm));
}

service::RoleSet roles_for(const http::Request& request) {
  const auto method = request.method == http::Method::kHead ? http::Method::kGet : request.method;
  return service::roles_of(http::method_name(method), request.route_pattern);
}

http::Response refuse_role(const http::Request& request, const service::Principal& principal,
                           service::RoleSet roles) {
  return failure_response(
      request, {.status = 403,
                .code = "INSUFFICIENT_ROLE",
                .message = fmt::format("This operation is for: {}. Your role is {}.", roles.text(),
                                       service::role_name(principal.role))});
}

}  // namespace

std::optional<std::string_view> authorization(const http::Request& request,
                                              std::string_view scheme) {
  if (request.header_count("Authorization") != 1) return std::nullopt;
  std::string_view value = *request.header("Authorization");
  const std::size_t blank = value.find_first_of(" \t");
  if (!same_word(value.substr(0, blank), scheme) || blank == std::string_view::npos)
    return std::nullopt;
  const std::size_t begin = value.find_first_not_of(" \t", blank);
  if (begin == std::string_view::npos) return std::nullopt;
  return value.substr(begin);
}

std::optional<std::string_view> access_token(const http::Request& request) {
  if (request.header("Authorization")) return authorization(request, "Bearer");
  return session_token(request);
}

http::Handler with_bearer(service::Tokens& tokens, std::uint8_t scope, PrincipalHandler handler) {
  return [&tokens, scope,
          handler = std::move(handler)](const http::Request& request) -> http::Response {
    const auto token = access_token(request);
    if (!token) {
      count(tokens.refusals().token);
      return ask_for_token(request);
    }
    const auto principal = tokens.authenticate(*token);
    if (!principal.ok()) {
      if (principal.error().cause == base::Cause::kUnauthenticated) count(tokens.refusals().token);
      return refuse_principal(request, principal.error());
    }
    if (!principal->scopes.has(scope)) {
      count(tokens.refusals().scope);
      return refuse_scope(request);
    }
    const service::RoleSet roles = roles_for(request);
    if (!roles.has(principal->role)) {
      count(tokens.refusals().role);
      return refuse_role(request, *principal, roles);
    }
    if (const auto refusal = refuse_foreign_paging(request))
      return failure_response(request, *refusal);
    return handler(request, *principal);
  };
}

}  // namespace vedette::api
