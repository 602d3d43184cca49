#pragma once

#include <vector>

#include "http/router.h"
#include "service/tokens.h"

namespace vedette::api {

// The operations that need a catalogue. While none is loaded each of them, once the caller is
// proven, answers 503: nobody gets "no match" from a service that has nothing to match against.
std::vector<http::Route> screening_data_routes(service::Tokens& tokens);

}  // namespace vedette::api
