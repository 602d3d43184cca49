#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "ledger/scope.h"
#include "service/access/role.h"

namespace vedette::service {

// Who is asking, proven by a bearer token.
struct Principal {
  ledger::ProjectScope scope;
  base::UserId user;
  std::string username;
  std::string project_code;
  Role role = Role::kAnalyst;
  AccessScopes scopes = AccessScopes::all();
  base::TokenFamilyId family;
  base::Time expires;
  base::Time signed_in;  // with a password; a refresh does not count
};

// Requests that were refused for want of a permission, since the start.
struct Refusals {
  std::atomic<std::uint64_t> token{0};  // none, or one that is not valid
  std::atomic<std::uint64_t> scope{0};
  std::atomic<std::uint64_t> role{0};
};

// Turns bearer tokens into principals. A verified token is remembered for half a second, or until
// this node hears of a revocation, so that one reaches every node, also from a command run beside
// the server, within a second.
// Safe from any thread.
class Tokens {
 public:
  Tokens(ledger::Ledger& ledger, const base::Clock& clock);
  ~Tokens();

  // Failures carry the code of the answer in details[0].code: INVALID_TOKEN or TOKEN_EXPIRED
  // (kUnauthenticated), PROJECT_DISABLED (kForbidden). Any other cause means that the ledger could
  // not be asked.
  base::Result<Principal> authenticate(std::string_view access_token);

  // Counted by whoever refuses.
  Refusals& refusals() { return refusals_; }

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
  Refusals refusals_;
};

}  // namespace vedette::service
