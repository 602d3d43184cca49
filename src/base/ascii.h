#pragma once

// Text of protocols and files, byte by byte: no locale, no Unicode. Names of people go through
// text/.

#include <string>
#include <string_view>

namespace vedette::base {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = lower(c);
  return out;
}

// Without the bytes of `blank` at both ends.
constexpr std::string_view trim(std::string_view text, std::string_view blank) {
  while (!text.empty() && blank.find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  while (!text.empty() && blank.find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  return text;
}

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Called for every field of every list: most have nothing to cut, and two comparisons tell.
constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

}  // namespace vedette::base
