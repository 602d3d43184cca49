#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "http/message.h"

namespace vedette::api {

// The cookie that holds the token of a browser session. Scripts cannot read it, other sites cannot
// make the browser send it, and it counts only on requests that carry the header which forms and
// other sites' scripts cannot set, so a forged request is an unauthenticated one.

// The header; any value will do.
constexpr std::string_view kConsoleHeader = "X-Vedette-Console";

// True when the request was made by a script of our own pages.
bool from_console(const http::Request& request);

// The token in the cookie of a request that from_console() holds for; nothing when there is none.
std::optional<std::string_view> session_token(const http::Request& request);

// Set-Cookie lines.
std::string session_cookie(const http::Request& request, std::string_view token, base::Millis life);
std::string ended_session_cookie(const http::Request& request);

}  // namespace vedette::api
