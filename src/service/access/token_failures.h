#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "service/access/token_answer.h"

namespace vedette::service {

// The refusals of the token operations, each in one place.

TokenFailure invalid_request(std::vector<std::string> missing);
TokenFailure unsupported_grant_type();
TokenFailure invalid_scope();
TokenFailure invalid_client();
// One answer for a wrong user, password or project: it must not tell which.
TokenFailure invalid_credentials();
// The same for the password grant.
TokenFailure invalid_user_grant();
TokenFailure invalid_refresh(std::string hint);
TokenFailure throttled(base::Time until, base::Time now, std::int64_t tries_per_minute);

// Names the fields that are absent or empty, in the order given.
class MissingFields {
 public:
  MissingFields& check(const char* name, const std::optional<std::string>& field) {
    if (!field || field->empty()) names_.emplace_back(name);
    return *this;
  }
  bool any() const { return !names_.empty(); }
  TokenFailure failure() const { return invalid_request(names_); }

 private:
  std::vector<std::string> names_;
};

}  // namespace vedette::service
