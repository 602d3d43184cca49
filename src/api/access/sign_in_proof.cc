#include "api/access/sign_in_proof.h"

#include "api/request/failure.h"

namespace vedette::api {
namespace {

http::Response refuse_wrong(const http::Request& request, const service::TokenFailure& failure) {
  if (failure.cause == base::Cause::kUnauthenticated)
    return failure_response(request, invalid_inputs({{.path = "currentPassword",
                                                      .in = "body",
                                                      .code = "WRONG_PASSWORD",
                                                      .message = "is not your password"}}));
  Failure out = failure_of(base::Error(failure.cause, failure.description));
  out.retry_after_seconds = failure.retry_after_seconds;
  return failure_response(request, out);
}

}  // namespace

std::optional<http::Response> refuse_unproven(service::SignIn& sign_in, const base::Clock& clock,
                                              const http::Request& request,
                                              const service::Principal& principal,
                                              const std::optional<std::string>& current_password) {
  if (current_password) {
    const auto confirmed = sign_in.confirm({.project_code = principal.project_code,
                                            .username = principal.username,
                                            .password = *current_password,
                                            .caller = {request.peer, request.id}});
    if (confirmed.ok()) return std::nullopt;
    return refuse_wrong(request, confirmed.failure());
  }
  if (clock.now() - principal.signed_in < kRecentSignIn) return std::nullopt;
  return failure_response(
      request, {.status = 403,
                .code = "RECENT_SIGN_IN_NEEDED",
                .message = "You signed in more than 10 minutes ago. Send your own password as "
                           "currentPassword, or sign in again."});
}

}  // namespace vedette::api
