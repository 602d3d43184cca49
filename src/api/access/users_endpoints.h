#pragma once

#include <cstddef>
#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"
#include "service/access/users.h"

namespace vedette::api {

// /users: GET lists the users of the project, POST adds one, PUT changes one. For admins.
// `tokens` and `users` outlive the routes.
std::vector<http::Route> users_routes(service::Tokens& tokens, service::Users& users,
                                      std::size_t body_limit);

}  // namespace vedette::api
