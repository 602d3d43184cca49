#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vedette::base {

std::string hex(std::string_view bytes);                  // lower case
std::optional<std::string> unhex(std::string_view text);  // either case
std::string base64(std::string_view bytes);               // with padding
std::string base64url(std::string_view bytes);            // URL-safe, no padding
// Reads either alphabet, padding optional; nothing when a character or the length is wrong.
std::optional<std::string> unbase64(std::string_view text);

// True when the bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view bytes);

}  // namespace vedette::base
