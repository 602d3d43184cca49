#include "base/table.h"

#include "base/check.h"
#include "base/embedded.h"

namespace vedette::base {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

}  // namespace

TableRow::TableRow(std::string_view line) : fields_(split(line, '\t')) {}

std::vector<std::string_view> TableRow::forms(std::size_t column) const {
  std::vector<std::string_view> forms;
  for (const std::string_view form : split(text(column), '|'))
    if (!form.empty() && form != "-") forms.push_back(form);
  return forms;
}

void for_each_table_row(std::string_view path, const std::function<void(const TableRow&)>& visit) {
  const auto table = embedded(path);
  VEDETTE_CHECK(table.has_value());
  for (const std::string_view line : split(*table, '\n'))
    if (!line.empty() && line.front() != '#') visit(TableRow(line));
}

}  // namespace vedette::base
