#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/access/credentials.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"

namespace vedette::service {

// What a browser session shows of itself.
struct ConsoleSession {
  std::string company;
  base::Time ends;  // whatever the user does
};

// Browser sessions after their sign-in (SignIn::open_session). A session is a family of access
// tokens that live in a cookie: one more is issued while the user works, and the one before stays
// good until its own end, so that parallel requests never race. Any node can serve any request of
// a session. kUnauthenticated when the principal's token belongs to no session. Safe from any
// thread.
class ConsoleSessions {
 public:
  ConsoleSessions(ledger::Ledger& ledger, const base::Clock& clock, base::Millis idle)
      : ledger_(ledger), clock_(clock), idle_(idle) {}

  base::Result<ConsoleSession> describe(const Principal& principal);
  // The next access token of the session; it does not outlive the session.
  base::Result<OpenedSession> extend(const Principal& principal, const Caller& caller);
  base::Result<void> end(const Principal& principal, const Caller& caller);

 private:
  ledger::Ledger& ledger_;
  const base::Clock& clock_;
  const base::Millis idle_;
};

}  // namespace vedette::service
