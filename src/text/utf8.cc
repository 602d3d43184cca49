#include "text/utf8.h"

#include <algorithm>

namespace vedette::text {
namespace {

struct Lead {
  std::size_t length;  // 0 when the byte cannot start a sequence
  char32_t bits;
  char32_t smallest;  // smaller values in this length are overlong forms
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return {2, byte & 0x1Fu, 0x80};
  if (byte >= 0xE0 && byte <= 0xEF) return {3, byte & 0x0Fu, 0x800};
  if (byte >= 0xF0 && byte <= 0xF4) return {4, byte & 0x07u, 0x10000};
  return {0, 0, 0};
}

}  // namespace

Decoded decode_rare(std::string_view bytes) {
  const Lead lead = lead_of(static_cast<unsigned char>(bytes[0]));
  if (lead.length == 0 || bytes.size() < lead.length) return {kReplacement, 1};
  char32_t value = lead.bits;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if ((byte & 0xC0u) != 0x80u) return {kReplacement, 1};
    value = (value << 6) | (byte & 0x3Fu);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < lead.smallest || value > 0x10FFFF || surrogate) return {kReplacement, 1};
  return {value, lead.length};
}

std::u32string decode(std::string_view utf8) {
  std::u32string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const Decoded one = decode_one(utf8);
    out.push_back(one.value);
    utf8.remove_prefix(one.length);
  }
  return out;
}

void append_utf8(char32_t value, std::string& out) {
  const auto byte = [&out](char32_t bits) { out.push_back(static_cast<char>(bits)); };
  if (value < 0x80) {
    byte(value);
  } else if (value < 0x800) {
    byte(0xC0 | (value >> 6));
    byte(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    byte(0xE0 | (value >> 12));
    byte(0x80 | ((value >> 6) & 0x3F));
    byte(0x80 | (value & 0x3F));
  } else {
    byte(0xF0 | (value >> 18));
    byte(0x80 | ((value >> 12) & 0x3F));
    byte(0x80 | ((value >> 6) & 0x3F));
    byte(0x80 | (value & 0x3F));
  }
}

std::string encode(std::u32string_view text) {
  if (std::ranges::all_of(text, [](char32_t value) { return value < 0x80; }))
    return std::string(text.begin(), text.end());
  std::string out;
  out.reserve(text.size());
  for (const char32_t value : text)
    append_utf8(value, out);
  return out;
}

}  // namespace vedette::text
