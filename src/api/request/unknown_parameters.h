#pragma once

#include <string_view>
#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"

namespace vedette::api {

// This header names the query parameters that the operation does not have. Without it, the typing
// error `treshold=90` would silently search with the default threshold.
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
