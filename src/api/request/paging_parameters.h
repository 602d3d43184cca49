#pragma once

#include <optional>

#include "api/request/failure.h"
#include "http/message.h"

namespace vedette::api {

// 400 when the query pages in a way that the operation does not have (offset= where it is cursor=):
// such a client would read one page again and again and take it for the next. Every other unknown
// field is not refused here (unknown_parameters.h). What an operation has is what docs/openapi.json
// says of its path.
std::optional<Failure> refuse_foreign_paging(const http::Request& request);

}  // namespace vedette::api
