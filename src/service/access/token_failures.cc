#include "service/access/token_failures.h"

#include <algorithm>

namespace vedette::service {
namespace {

using base::Cause;

TokenFailure refusal(Cause cause, std::string error, std::string description,
                     std::string hint = "") {
  TokenFailure failure;
  failure.cause = cause;
  failure.error = std::move(error);
  failure.description = std::move(description);
  failure.hint = std::move(hint);
  return failure;
}

}  // namespace

TokenFailure invalid_request(std::vector<std::string> missing) {
  std::string names;
  for (const std::string& name : missing)
    names += (names.empty() ? "" : ", ") + name;
  TokenFailure failure =
      refusal(Cause::kInvalidInput, "invalid_request", "The request lacks " + names + ".");
  if (!missing.empty()) failure.hint = "Check the `" + missing.front() + "` parameter";
  failure.missing = std::move(missing);
  return failure;
}

TokenFailure unsupported_grant_type() {
  return refusal(Cause::kInvalidInput, "unsupported_grant_type",
                 "The grant_type must be password or refresh_token.",
                 "Check that all required parameters have been provided");
}

TokenFailure invalid_scope() {
  return refusal(Cause::kInvalidInput, "invalid_scope",
                 "A scope is one of monitoring, screening and report.",
                 "Check the `scope` parameter");
}

TokenFailure invalid_client() {
  return refusal(Cause::kUnauthenticated, "invalid_client",
                 "The client_id and client_secret do not fit.");
}

TokenFailure invalid_credentials() {
  return refusal(Cause::kUnauthenticated, "invalid_client",
                 "The project code, user name or password is wrong.");
}

TokenFailure invalid_user_grant() {
  return refusal(Cause::kInvalidInput, "invalid_grant", "The user credentials were incorrect.");
}

TokenFailure invalid_refresh(std::string hint) {
  return refusal(Cause::kUnauthenticated, "invalid_grant",
                 "The refresh token is invalid or expired. Create a new token.", std::move(hint));
}

TokenFailure throttled(base::Time until, base::Time now, std::int64_t tries_per_minute) {
  TokenFailure failure =
      refusal(Cause::kThrottled, "slow_down",
              "Too many failed sign-ins for this user from this address. Try again later.");
  failure.retry_after_seconds = std::max<std::int64_t>(1, ((until - now).count + 999) / 1000);
  failure.tries_per_minute = tries_per_minute;
  return failure;
}

}  // namespace vedette::service
