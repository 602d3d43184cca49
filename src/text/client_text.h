#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Rules for one line of text that a client sends, whatever its field.
namespace vedette::text {

// Without white space of any script at both ends. The text must be UTF-8.
std::string_view trim_spaces(std::string_view utf8);

// Why the text is no line of text ("must be UTF-8", "must not hold control characters (U+0007)").
std::optional<std::string> bad_characters(std::string_view text);

std::size_t count_characters(std::string_view utf8);

// Whether it holds a letter or digit of any script: something that can be compared.
bool has_letter_or_digit(std::string_view utf8);

}  // namespace vedette::text
