#include "text/tsv.h"

#include "base/check.h"
#include "base/table.h"

namespace vedette::text {
namespace {

std::string_view cut_at(std::string_view& rest, char separator) {
  const std::size_t at = rest.find(separator);
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
  return part;
}

char32_t hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<char32_t>(c - '0');
  VEDETTE_CHECK(c >= 'A' && c <= 'F');
  return static_cast<char32_t>(c - 'A' + 10);
}

}  // namespace

void for_each_row(std::string_view path,
                  const std::function<void(std::span<const std::string_view>)>& row) {
  base::for_each_table_row(path, [&row](const base::TableRow& line) { row(line.fields()); });
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty())
    out.push_back(cut_at(text, ' '));
  return out;
}

std::vector<char32_t> parse_code_points(std::string_view text) {
  std::vector<char32_t> out;
  while (!text.empty()) {
    char32_t value = 0;
    for (const char c : cut_at(text, ' '))
      value = value * 16 + hex_digit(c);
    out.push_back(value);
  }
  return out;
}

}  // namespace vedette::text
