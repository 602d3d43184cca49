#pragma once

#include <cstddef>
#include <vector>

#include "api/access/sign_in_admission.h"
#include "http/router.h"
#include "service/access/sign_in.h"

namespace vedette::api {

// Create, refresh, password grant and revocation: the operations that need no access token.
// `sign_in` must outlive the routes.
std::vector<http::Route> token_routes(service::SignIn& sign_in, const SignInAdmission& admission,
                                      std::size_t body_limit);

}  // namespace vedette::api
