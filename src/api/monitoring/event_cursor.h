#pragma once

#include "base/error.h"
#include "http/message.h"

namespace vedette::api {

// The answer when service::read_events refuses a cursor or fails: 400 for a cursor that the project
// never gave out, 410 for one whose next events are not kept any more. `in` is where it stood.
http::Response refuse_events(const http::Request& request, const base::Error& error,
                             std::string_view in = "query");

}  // namespace vedette::api
