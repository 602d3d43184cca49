#include "text/client_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/encoding.h"
#include "text/tokenise.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

bool is_space(char32_t value) {
  return value == U' ' || (value >= 0x09 && value <= 0x0D) || value == 0xA0 || value == 0x1680 ||
         (value >= 0x2000 && value <= 0x200A) || value == 0x2028 || value == 0x2029 ||
         value == 0x202F || value == 0x205F || value == 0x3000 || value == 0xFEFF;
}

bool is_control(char32_t value) {
  return value < 0x20 || (value >= 0x7F && value <= 0x9F);
}

}  // namespace

std::string_view trim_spaces(std::string_view utf8) {
  std::size_t begin = 0;
  std::size_t end = 0;  // behind the last character that is no space
  bool started = false;
  for (std::size_t at = 0; at < utf8.size();) {
    const Decoded decoded = decode_one(utf8.substr(at));
    if (!is_space(decoded.value)) {
      if (!started) begin = at;
      started = true;
      end = at + decoded.length;
    }
    at += decoded.length;
  }
  return utf8.substr(begin, end - begin);
}

std::optional<std::string> bad_characters(std::string_view text) {
  if (!base::is_utf8(text)) return "must be UTF-8";
  for (const char32_t each : decode(text))
    if (is_control(each))
      return fmt::format("must not hold control characters (U+{:04X})",
                         static_cast<std::uint32_t>(each));
  return std::nullopt;
}

std::size_t count_characters(std::string_view utf8) {
  return decode(utf8).size();
}

bool has_letter_or_digit(std::string_view utf8) {
  const Words words = tokenise(utf8);
  return std::ranges::any_of(words.words(), [](const Word& word) { return word.text != U"&"; });
}

}  // namespace vedette::text
