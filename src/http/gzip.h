#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vedette::http {

// True when an Accept-Encoding header asks for gzip (by name or "*", not with q=0).
bool accepts_gzip(std::string_view accept_encoding);

// The bytes as one gzip member; nothing when zlib fails or the result would not be smaller.
std::optional<std::string> gzip(std::string_view bytes);

}  // namespace vedette::http
