#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vedette::api {

// The first key that stands twice in one object of a JSON text; nothing when there is none, and for
// what is no JSON. Two readers could take such an object differently, so it is refused.
std::optional<std::string> repeated_key(std::string_view json, std::size_t most_depth);

}  // namespace vedette::api
