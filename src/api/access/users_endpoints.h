#pragma once

#include <cstddef>
#include <vector>

#include "base/clock.h"
#include "http/router.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"
#include "service/access/users.h"

namespace vedette::api {

// What the endpoints work with; everything outlives the routes.
struct UsersParts {
  service::Tokens& tokens;
  service::Users& users;
  service::SignIn& sign_in;
  const base::Clock& clock;
  std::size_t body_limit;
};

// /users: GET lists the users of the project, POST adds one, PUT changes one; for admins.
// /users/me/password: PUT changes the caller's own password; for everybody. Who sets a password
// signed in a few minutes ago or sends their own.
std::vector<http::Route> users_routes(const UsersParts& parts);

}  // namespace vedette::api
