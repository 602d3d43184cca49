#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace vedette::names {

// One line of a table: fields separated by tabs, forms inside a field by "|". A field that the line
// does not have is empty, so that tables can grow columns.
class TableRow {
 public:
  explicit TableRow(std::string_view line);
  std::string_view text(std::size_t column) const {
    return column < fields_.size() ? fields_[column] : std::string_view();
  }
  std::vector<std::string_view> forms(std::size_t column) const;

 private:
  std::vector<std::string_view> fields_;
};

// Calls `visit` for each line of an embedded table that is neither empty nor a comment; does
// nothing when the binary has no such table.
void for_each_table_row(std::string_view path, const std::function<void(const TableRow&)>& visit);

}  // namespace vedette::names
