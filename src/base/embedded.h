#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace vedette::base {

// The bytes of a file that the build put into the binary (data/*.tsv, db/*.sql, the console), by
// its path relative to the source tree; nothing when there is no such file. The view lives for
// ever.
std::optional<std::string_view> embedded(std::string_view path);

}  // namespace vedette::base
