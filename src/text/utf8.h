#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vedette::text {

inline constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
  char32_t value;      // kReplacement when the bytes are not UTF-8
  std::size_t length;  // bytes taken, at least 1
};

// The code point at the front of `bytes`, which must not be empty. A malformed sequence takes one
// byte, so that decoding always goes on and never reads past the end.
Decoded decode_one(std::string_view bytes);

std::u32string decode(std::string_view utf8);
void append_utf8(char32_t value, std::string& out);
std::string encode(std::u32string_view text);

}  // namespace vedette::text
