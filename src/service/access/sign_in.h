#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "ledger/server_key.h"
#include "service/access/passwords.h"
#include "service/access/role.h"
#include "service/access/sign_in_gate.h"
#include "service/access/token_answer.h"

namespace vedette::service {

struct TokenLifetimes {
  base::Millis access = base::seconds(7200);
  base::Millis password_grant = base::seconds(86'400);  // two years on a test instance
  base::Millis refresh = base::days(30);                // from each rotation
  base::Millis family = base::days(365);                // from the first token
  base::Millis refresh_reuse_leeway = base::seconds(60);
  base::Millis console_idle = base::seconds(3600);  // of a browser session, from its last renewal
  base::Millis console = base::seconds(12 * 3600);  // of a browser session in all
};

struct SignInLimits {
  std::int64_t failures_per_minute = 10;      // per user and address
  std::int64_t families_per_user = 1000;      // live refresh families
  std::size_t throttled_addresses = 100'000;  // remembered (user, address) pairs
};

// Where a request came from, for the throttle and the audit chain.
struct Caller {
  std::string address;     // the client's, after trusted proxies
  std::string request_id;  // shown in the audit chain
};

struct CreateTokenRequest {
  std::string project_code;
  std::string username;
  std::string password;
  Caller caller;
};

struct CreatedToken {
  std::string access_token;
  std::string refresh_token;
  std::int64_t client_id = 0;
  std::string client_secret;
  std::int64_t expires_in = 0;  // seconds
  std::string scope;
  std::string company;
  std::string username;
};

// The token of a browser session; it goes into a cookie and nowhere else.
struct OpenedSession {
  std::string access_token;
  base::Time expires;
};

// A field that was missing, null, empty or of a wrong type is nothing here.
struct RefreshRequest {
  std::optional<std::string> refresh_token;
  std::optional<std::string> client_id;  // digits
  std::optional<std::string> client_secret;
  Caller caller;
};

struct RefreshedToken {
  std::string access_token;
  std::string refresh_token;
  std::int64_t expires_in = 0;
};

struct GrantRequest {
  std::optional<std::string> grant_type;
  std::optional<std::string> client_id;
  std::optional<std::string> client_secret;
  std::optional<std::string> username;
  std::optional<std::string> password;
  std::optional<std::string> refresh_token;
  std::optional<std::string> scope;
  Caller caller;
};

struct GrantedToken {
  std::string access_token;
  std::string refresh_token;
  std::int64_t expires_in = 0;
  std::string scope;
};

struct RevokeRequest {
  std::optional<std::string> token;
  std::optional<std::string> client_id;
  std::optional<std::string> client_secret;
  Caller caller;
};

// The operations that issue, renew and end tokens. Safe from any thread; calls block (password
// hashing takes tens of milliseconds), so they belong on worker threads.
class SignIn {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    const ledger::ServerKey& key;
    Passwords& passwords;
    TokenLifetimes lifetimes;
    SignInLimits limits;
    SignInGate* gate = nullptr;  // is given the result of each comparison
  };
  explicit SignIn(Parts parts);
  ~SignIn();

  // GET token/{project_code}. Unknown project, disabled project, unknown user and wrong password
  // take the same steps and give the same failure.
  TokenAnswer<CreatedToken> create_token(const CreateTokenRequest& request);

  // POST console/session: the same checks and failures as create_token.
  TokenAnswer<OpenedSession> open_session(const CreateTokenRequest& request);

  // Whether somebody who is signed in knows the password of the account: the throttle and failures
  // of create_token. For changes that a stolen session must not be enough for.
  TokenAnswer<bool> confirm(const CreateTokenRequest& request);

  // POST refresh. Single use: of two parallel calls with one token, one wins.
  TokenAnswer<RefreshedToken> refresh(const RefreshRequest& request);

  // POST oauth/token with grant_type password or refresh_token.
  TokenAnswer<GrantedToken> grant(const GrantRequest& request);

  // POST revoke (RFC 7009): an access token ends alone, a refresh token ends its whole family.
  // An unknown token is a success, as the standard asks.
  TokenAnswer<bool> revoke(const RevokeRequest& request);

  // Removes up to `chunk` rows of each kind that nothing can need any more at `now`, a time of the
  // retention clock; gives the most that went of a kind. Call it again while it gives `chunk`.
  base::Result<std::int64_t> remove_expired(base::Time now, std::int64_t chunk);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vedette::service
