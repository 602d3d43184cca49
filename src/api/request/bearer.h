#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <variant>

#include "api/request/failure.h"
#include "http/message.h"
#include "service/access/tokens.h"

namespace vedette::api {

// The credentials of an Authorization header when its scheme is `scheme` (any case); extra blanks
// are forgiven. Nothing for another scheme, no header, or more than one.
std::optional<std::string_view> authorization(const http::Request& request,
                                              std::string_view scheme);

// The access token that a request shows: that of its Authorization header or, when there is no such
// header, of a browser session (console_cookie.h).
std::optional<std::string_view> access_token(const http::Request& request);

// A handler that only runs for a proven principal.
using PrincipalHandler =
    std::function<http::Response(const http::Request&, const service::Principal&)>;

// For operations that every access token opens.
constexpr std::uint8_t kAnyScope = 0;

// Makes a plain handler of it: 401 with WWW-Authenticate when the access token is missing, unknown,
// expired or revoked, 403 when it does not open `scope`, and 403 INSUFFICIENT_ROLE when the table
// of operations (service/access/permissions.h) does not name the user's role for the route. Decided
// before anything else of the request is looked at; 400 then for paging that the operation does not
// have. `tokens` must outlive the handler.
http::Handler with_bearer(service::Tokens& tokens, std::uint8_t scope, PrincipalHandler handler);

}  // namespace vedette::api
