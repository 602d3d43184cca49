#pragma once

#include <string_view>

namespace vedette::service {

// The version of the comparison: raised whenever a change of names/, text/ or their tables can
// change a score. Stored with every generation, search and match.
constexpr std::string_view kEngineVersion = "12";

}  // namespace vedette::service
