#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lists/building/profile_builder.h"
#include "lists/input/csv.h"
#include "lists/input/row_piece.h"

namespace vedette::lists {

// The columns of a file that its reader does not know: what they say becomes notes. They are told
// once per file, when the reader has asked for all the columns that it knows.
class UnreadColumns {
 public:
  UnreadColumns() = default;
  // `numbers`: which column of the file each of the header is, where it has not all of them.
  explicit UnreadColumns(const CsvHeader& header, std::span<const std::size_t> numbers = {});

  // "Heading: cell" for each of them that says something. What the row before it of the same party
  // said already need not be said again.
  void add_notes(ProfileBuilder& builder, const GatheredRow& row,
                 const GatheredRow* before = nullptr) const {
    for (const Column& column : columns_) {
      const std::string_view cell = row[column.index];
      if (cell.empty() || (before != nullptr && (*before)[column.index] == cell)) continue;
      builder.note(std::string_view(column.label), cell);
    }
  }

 private:
  struct Column {
    std::size_t index = 0;
    std::string label;
  };
  std::vector<Column> columns_;
};

}  // namespace vedette::lists
