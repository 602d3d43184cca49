#pragma once

#include <string>
#include <string_view>

namespace vedette::profile {

// The number of a ship is seven digits for life, with "IMO" before it or without: lists write both.
// The other of the two, of letters and digits alone; empty for a text that is neither.
inline std::string other_imo_spelling(std::string_view text) {
  constexpr std::string_view kLetters = "IMO";
  constexpr std::size_t kDigits = 7;
  std::string plain;
  for (const char c : text) {
    if (c >= 'a' && c <= 'z')
      plain += static_cast<char>(c - 'a' + 'A');
    else if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
      plain += c;
    else if (static_cast<unsigned char>(c) >= 128)
      return {};
  }
  const bool with_letters = plain.starts_with(kLetters);
  const std::string digits = with_letters ? plain.substr(kLetters.size()) : plain;
  if (digits.size() != kDigits || digits.find_first_not_of("0123456789") != std::string::npos)
    return {};
  return with_letters ? digits : std::string(kLetters) + digits;
}

}  // namespace vedette::profile
