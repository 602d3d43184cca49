#include "lists/unread_columns.h"

#include <fmt/format.h>

namespace vedette::lists {

UnreadColumns::UnreadColumns(const CsvHeader& header) {
  for (const std::size_t index : header.unread()) {
    const std::string& name = header.names()[index];
    columns_.push_back({index, name.empty() ? fmt::format("Column {}", index + 1) : name});
  }
}

}  // namespace vedette::lists
