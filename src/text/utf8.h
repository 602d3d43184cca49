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

// What decode_one() does with sequences that are rare or malformed.
Decoded decode_rare(std::string_view bytes);

// The code point at the front of `bytes`, which must not be empty. A malformed sequence takes one
// byte, so that decoding always goes on and never reads past the end.
inline Decoded decode_one(std::string_view bytes) {
  const auto byte = [bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const auto continues = [byte](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead <= 0xDF && bytes.size() >= 2 && continues(1))
    return {(lead & 0x1Fu) << 6 | (byte(1) & 0x3Fu), 2};
  // These leads have neither overlong forms nor surrogates.
  if (lead >= 0xE1 && lead <= 0xEC && bytes.size() >= 3 && continues(1) && continues(2))
    return {(lead & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu), 3};
  return decode_rare(bytes);
}

std::u32string decode(std::string_view utf8);
void append_utf8(char32_t value, std::string& out);
std::string encode(std::u32string_view text);

}  // namespace vedette::text
