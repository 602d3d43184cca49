#pragma once

#include <string>
#include <vector>

#include "http/router.h"

namespace vedette::api {

// GET /signing-key: the public key that this installation signs backups and reports with, for
// everybody who wants to check one.
std::vector<http::Route> signing_key_routes(std::string public_key);

}  // namespace vedette::api
