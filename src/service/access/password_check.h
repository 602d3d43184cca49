#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/access/client_check.h"
#include "service/access/login_throttle.h"
#include "service/access/passwords.h"
#include "service/access/sign_in.h"
#include "service/access/token_answer.h"

namespace vedette::service {

// A user whose password was proven.
struct ProvenUser {
  ledger::ProjectScope scope;
  base::UserId user;
  std::string username;
  std::string company;
  std::string password_hash;
};

// Proves users by their password. Every refusal takes the same steps: throttle, look up, compare,
// count; an unknown user is compared with a hash that nothing fits. Safe from any thread.
class PasswordCheck {
 public:
  PasswordCheck(ledger::Ledger& ledger, const base::Clock& clock, Passwords& passwords,
                const SignInLimits& limits, SignInGate* gate);

  // A user of the project with this code; refused with invalid_credentials.
  TokenAnswer<ProvenUser> prove(const CreateTokenRequest& request);
  // A user of the client's project; refused with invalid_user_grant.
  TokenAnswer<ProvenUser> prove(const ProvenClient& client, const std::string& username,
                                const std::string& password, const Caller& caller);

 private:
  struct Candidate {
    ProvenUser user;
    bool disabled = false;
  };
  struct Attempt {
    const std::string& project_code;
    const std::string& username;
    const std::string& password;
    const Caller& caller;
    std::string account;  // as the gate names it
    TokenFailure refusal;
  };
  using LookUp = std::function<base::Result<std::optional<Candidate>>()>;

  TokenAnswer<ProvenUser> check(const Attempt& attempt, const LookUp& look_up);
  base::Result<std::optional<base::Time>> stored_block(const base::Sha256& key, base::Time now);
  base::Result<void> note_failure(const base::Sha256& key, std::optional<base::Time> until,
                                  const Attempt& attempt);
  base::Result<std::optional<Candidate>> find_by_code(const std::string& code,
                                                      const std::string& username);
  base::Result<std::optional<Candidate>> find_in_project(const ProvenClient& client,
                                                         const std::string& username);

  ledger::Ledger& ledger_;
  const base::Clock& clock_;
  Passwords& passwords_;
  const std::int64_t tries_;
  SignInGate* const gate_;
  LoginThrottle throttle_;
};

}  // namespace vedette::service
