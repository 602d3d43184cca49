#include "service/access/token_answer.h"

#include "base/log.h"

namespace vedette::service {
namespace {
constexpr std::int64_t kRetrySeconds = 1;
}

TokenFailure token_failure_of(const base::Error& error) {
  base::log(base::LogLevel::kError, "a token operation failed", {{"error", error.message}});
  TokenFailure failure;
  failure.cause = error.cause;
  const bool later =
      error.cause == base::Cause::kOverloaded || error.cause == base::Cause::kUnavailable ||
      error.cause == base::Cause::kTimeout || error.cause == base::Cause::kStorageFull;
  failure.error = later ? "temporarily_unavailable" : "server_error";
  failure.description = later ? "The service cannot answer now. Try again in a moment."
                              : "The service failed to answer. The operator's log says why.";
  if (later) failure.retry_after_seconds = kRetrySeconds;
  return failure;
}

}  // namespace vedette::service
