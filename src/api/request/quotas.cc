#include "api/request/quotas.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "http/client_address.h"

namespace vedette::api {
namespace {

using Take = service::Quota::Take;

// An IPv6 address counts by its /64, which is what one customer of a provider gets.
std::string address_key(const http::Request& request) {
  const auto address = http::IpAddress::parse(request.peer.substr(0, request.peer.find('%')));
  if (!address) return request.peer;
  const auto subscriber = address->subscriber();
  return std::string(subscriber.begin(), subscriber.end());
}

void set_headers(http::Response& response, const Take& take) {
  response.set("RateLimit-Limit", std::to_string(take.limit));
  response.set("RateLimit-Remaining", std::to_string(take.remaining));
  response.set("RateLimit-Reset", std::to_string(take.wait_seconds));
}

http::Response refuse(const http::Request& request, const Take& take, std::string_view whose) {
  const std::string message = fmt::format("{} may make {} requests a minute. Try again in {} s.",
                                          whose, take.limit, take.wait_seconds);
  http::Response response =
      is_token_path(request.routed_path())
          ? token_failure_response(request, {.cause = base::Cause::kThrottled,
                                             .error = "slow_down",
                                             .description = message,
                                             .hint = {},
                                             .missing = {},
                                             .retry_after_seconds = take.wait_seconds,
                                             .tries_per_minute = 0})
          : failure_response(request, {.status = 429,
                                       .code = "RATE_LIMITED",
                                       .message = message,
                                       .retry_after_seconds = take.wait_seconds});
  set_headers(response, take);
  return response;
}

http::Handler limited(http::Handler handler, Quotas& quotas, service::Tokens& tokens,
                      const base::Clock& clock) {
  return [&, handler = std::move(handler)](const http::Request& request) -> http::Response {
    std::optional<Take> tightest;
    if (quotas.address.limits()) {
      tightest = quotas.address.take(address_key(request), clock.now());
      if (!tightest->allowed) {
        quotas.refused_by_address.fetch_add(1, std::memory_order_relaxed);
        return refuse(request, *tightest, "Your address");
      }
    }
    const auto token = quotas.project.limits() ? access_token(request) : std::nullopt;
    if (token) {
      // Whoever has no valid token is refused by the handler.
      if (const auto principal = tokens.authenticate(*token); principal.ok()) {
        const Take take = quotas.project.take(principal->project_code, clock.now());
        if (!take.allowed) {
          quotas.refused_by_project.fetch_add(1, std::memory_order_relaxed);
          return refuse(request, take, "Your project");
        }
        if (!tightest || take.remaining < tightest->remaining) tightest = take;
      }
    }
    http::Response response = handler(request);
    if (tightest) set_headers(response, *tightest);
    return response;
  };
}

bool is_exempt(const http::Route& route) {
  return route.probe || route.pattern == "/" || route.pattern == "/console" ||
         route.pattern == "/docs" || route.pattern.ends_with("{path...}");
}

}  // namespace

std::vector<http::Route> with_quotas(std::vector<http::Route> table, Quotas& quotas,
                                     service::Tokens& tokens, const base::Clock& clock) {
  if (!quotas.project.limits() && !quotas.address.limits()) return table;
  for (http::Route& route : table)
    if (!is_exempt(route)) route.handler = limited(std::move(route.handler), quotas, tokens, clock);
  return table;
}

}  // namespace vedette::api
