#pragma once

#include <cstddef>
#include <vector>

#include "api/access/sign_in_admission.h"
#include "base/clock.h"
#include "http/router.h"
#include "service/access/console_sessions.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"

namespace vedette::api {

// What the session endpoints work with; everything outlives the routes.
struct ConsoleSessionParts {
  service::SignIn& sign_in;
  service::Tokens& tokens;
  service::ConsoleSessions& sessions;
  const base::Clock& clock;
  SignInAdmission admission;
  std::size_t body_limit;
};

// /console/session: POST signs in, GET tells who is signed in, PUT extends the session, DELETE
// signs out. The token of the session is in a cookie that page scripts cannot read.
std::vector<http::Route> console_session_routes(const ConsoleSessionParts& parts);

}  // namespace vedette::api
