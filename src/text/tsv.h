#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace vedette::text {

// Calls `row` with the tab-separated fields of each line of an embedded table. Empty lines and
// lines that start with '#' are comments. The table must exist: it is part of the binary.
void for_each_row(std::string_view path,
                  const std::function<void(std::span<const std::string_view>)>& row);

// The parts of a field that lists several, separated by blanks.
std::vector<std::string_view> split_words(std::string_view text);

// Hexadecimal code points separated by blanks: "0061 0308". A bad digit is a bug in the table.
std::vector<char32_t> parse_code_points(std::string_view text);

}  // namespace vedette::text
