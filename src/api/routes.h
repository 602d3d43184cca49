#pragma once

#include <cstddef>
#include <functional>

#include "http/router.h"
#include "service/readiness.h"
#include "service/sign_in.h"
#include "service/tokens.h"

namespace vedette::api {

// What the endpoints work with; everything outlives the router.
struct Parts {
  service::SignIn& sign_in;
  service::Tokens& tokens;
  std::function<service::Readiness()> readiness;
  std::size_t token_body_limit;
};

// The one table of routes. Paths that the interface writes in several ways (with /monitor or
// /svc/3.0/api in front, version 3 for 3.0, one slash at the end) reach the same row.
http::Router make_router(const Parts& parts);

}  // namespace vedette::api
