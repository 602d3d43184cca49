#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/access/client_check.h"
#include "service/access/credentials.h"
#include "service/access/password_check.h"
#include "service/access/role.h"
#include "service/access/sign_in.h"
#include "service/access/token_answer.h"

namespace vedette::service {

// A sign-in of a proven user, about to get its first tokens.
struct Session {
  const ProvenUser& user;
  std::optional<base::ClientId> client;  // nothing: the user's own client
  AccessScopes scopes = AccessScopes::all();
  base::Millis access_lifetime;
  std::string_view action;  // of the audit entry
  const Caller& caller;
};

// The one token of a browser session.
struct IssuedSession {
  NewToken access;
  base::Time expires;
};

struct IssuedTokens {
  NewToken access;
  NewToken refresh;
  base::ClientId client;
  std::int64_t client_generation = 1;
  std::string scope;
};

// Issues, renews and ends tokens of proven callers; each step is one audited transaction.
// Safe from any thread.
class TokenIssue {
 public:
  TokenIssue(ledger::Ledger& ledger, const base::Clock& clock, const TokenLifetimes& lifetimes,
             const SignInLimits& limits)
      : ledger_(ledger), clock_(clock), lifetimes_(lifetimes), limits_(limits) {}

  // The first pair of a new family. kUnauthenticated when the account changed meanwhile.
  base::Result<IssuedTokens> start(const Session& session);

  // A browser session: a family with an access token and no refresh token.
  base::Result<IssuedSession> start_console(const ProvenUser& user, const Caller& caller);

  // The next pair of a family, for its current refresh token; see refresh_rules.h.
  TokenAnswer<IssuedTokens> renew(const ProvenClient& client, const std::string& refresh_token,
                                  base::Millis access_lifetime, const Caller& caller);

  // Whether something was ended. Tokens of other clients are left alone.
  base::Result<bool> end(const ProvenClient& client, const std::string& token,
                         const Caller& caller);

 private:
  enum class Renewal { kRenewed, kUnknown, kExpired, kRevoked, kUsed };

  struct OwnClient {
    base::ClientId id;
    std::int64_t generation = 1;
  };
  base::Result<OwnClient> own_client(ledger::ProjectWriter& writer, base::UserId user);
  base::Result<Renewal> rotate(ledger::ProjectWriter& writer, const ProvenClient& client,
                               const base::Sha256& digest, base::Millis access_lifetime,
                               const Caller& caller, IssuedTokens& issued);

  ledger::Ledger& ledger_;
  const base::Clock& clock_;
  const TokenLifetimes lifetimes_;
  const SignInLimits limits_;
};

}  // namespace vedette::service
