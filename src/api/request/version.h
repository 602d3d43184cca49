#pragma once

#include <string_view>

namespace vedette::api {

// The version of the program, as --version and /health tell it.
constexpr std::string_view kVersion = VEDETTE_VERSION;

}  // namespace vedette::api
