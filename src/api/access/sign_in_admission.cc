#include "api/access/sign_in_admission.h"

#include <fmt/format.h>

#include <utility>

#include "api/request/failure.h"

namespace vedette::api {
namespace {

using Verdict = service::SignInGate::Verdict;

service::TokenFailure refusal(const service::SignInGate::Decision& decision) {
  const std::int64_t wait = decision.retry_after_seconds;
  service::TokenFailure failure;
  failure.cause = base::Cause::kThrottled;
  failure.error = "slow_down";
  failure.retry_after_seconds = wait;
  if (decision.verdict == Verdict::kAddressBlocked) {
    failure.description =
        fmt::format("Too many failed sign-ins from your address. Try again in {} s.", wait);
  } else if (decision.verdict == Verdict::kAddressBusy) {
    failure.description =
        fmt::format("Too many sign-ins from your address at one time. Try again in {} s.", wait);
  } else {
    failure.description = fmt::format("Too many sign-ins at one time. Try again in {} s.", wait);
  }
  return failure;
}

http::Response refuse(const http::Request& request, const service::TokenFailure& failure) {
  if (is_token_path(request.routed_path())) return token_failure_response(request, failure);
  return failure_response(request, {.status = 429,
                                    .code = "RATE_LIMITED",
                                    .message = failure.description,
                                    .retry_after_seconds = failure.retry_after_seconds});
}

}  // namespace

http::Route sign_in_route(http::Route row, const SignInAdmission& admission, AccountOf account_of) {
  row.slow = true;
  if (admission.gate == nullptr) return row;
  row.admit = [admission, account_of = std::move(account_of)](const http::Request& request) {
    auto decision =
        admission.gate->enter({request.peer, account_of(request)}, admission.clock->now());
    http::Admission out;
    if (!decision.admitted()) {
      out.refusal = refuse(request, refusal(decision));
      return out;
    }
    out.urgent = decision.verdict == Verdict::kKnown;
    out.turn = std::move(decision.turn);
    return out;
  };
  return row;
}

}  // namespace vedette::api
