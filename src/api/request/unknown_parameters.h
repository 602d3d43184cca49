#pragma once

#include <string_view>
#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"

namespace vedette::api {

// The header that names what was in the query and is no parameter of the operation: `treshold=90`
// would otherwise be a search with another threshold than its caller believes.
inline constexpr std::string_view kUnknownParametersHeader = "Vedette-Unknown-Parameters";

enum class UnknownParameters {
  kWarn,    // they are named in the header
  kRefuse,  // 400 for whoever has a valid token, before anything is done
};

// The rows with that in front, as far as docs/openapi.json describes their path. Operations that
// make tokens read nothing from the query and are left as they are.
std::vector<http::Route> with_known_parameters(std::vector<http::Route> table,
                                               UnknownParameters policy, service::Tokens& tokens);

}  // namespace vedette::api
