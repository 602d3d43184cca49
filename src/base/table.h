#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace vedette::base {

// One line of a table under data/: fields separated by tabs, several forms inside a field by "|". A
// field that the line does not have is empty, so that tables can grow columns.
class TableRow {
 public:
  explicit TableRow(std::string_view line);
  std::string_view text(std::size_t column) const {
    return column < fields_.size() ? fields_[column] : std::string_view();
  }
  // The forms of a field; none for an empty one and for "-".
  std::vector<std::string_view> forms(std::size_t column) const;
  std::span<const std::string_view> fields() const { return fields_; }

 private:
  std::vector<std::string_view> fields_;
};

// Calls `visit` for each line of an embedded table that is neither empty nor a comment ("#"). The
// table must exist: it is part of the binary.
void for_each_table_row(std::string_view path, const std::function<void(const TableRow&)>& visit);

}  // namespace vedette::base
