#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
#include "base/error.h"

namespace vedette::service {

// Why a token operation was refused, with everything its answer shows. The cause gives the status:
// kInvalidInput 400, kUnauthenticated 401, kThrottled 429, the rest 5xx as everywhere.
struct TokenFailure {
  base::Cause cause = base::Cause::kInternal;
  std::string error;                     // invalid_grant, invalid_client, invalid_request, ...
  std::string description;               // a sentence that says what to do
  std::string hint;                      // may be empty
  std::vector<std::string> missing;      // every missing field, in the order of the interface
  std::int64_t retry_after_seconds = 0;  // above 0 with kThrottled and with the 5xx causes
  std::int64_t tries_per_minute = 0;     // above 0 with kThrottled: what was used up
};

// What a token operation gives: its answer, or the failure to show.
template <class T>
class [[nodiscard]] TokenAnswer {
 public:
  TokenAnswer(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(implicit)
  TokenAnswer(TokenFailure failure)                                           // NOLINT(implicit)
      : state_(std::in_place_index<1>, std::move(failure)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const {
    VEDETTE_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  const T* operator->() const { return &value(); }
  const T& operator*() const { return value(); }
  const TokenFailure& failure() const {
    VEDETTE_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, TokenFailure> state_;
};

// The failure that shows a broken part of ours (a full disk, a full queue, a lost database).
TokenFailure token_failure_of(const base::Error& error);

}  // namespace vedette::service
