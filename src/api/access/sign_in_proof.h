#pragma once

#include <optional>

#include "api/request/inputs.h"
#include "base/clock.h"
#include "http/message.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"

namespace vedette::api {

// A sign-in this fresh proves who somebody is.
constexpr base::Millis kRecentSignIn = base::seconds(600);

// For changes that a stolen token must not be enough for: nothing when the principal signed in
// within kRecentSignIn or sent their password as `currentPassword`; else the refusal. Compares a
// password, so it belongs on slow routes.
std::optional<http::Response> refuse_unproven(service::SignIn& sign_in, const base::Clock& clock,
                                              const http::Request& request,
                                              const service::Principal& principal,
                                              const std::optional<std::string>& current_password);

}  // namespace vedette::api
