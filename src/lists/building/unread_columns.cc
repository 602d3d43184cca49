#include "lists/building/unread_columns.h"

#include <fmt/format.h>

namespace vedette::lists {

UnreadColumns::UnreadColumns(const CsvHeader& header, std::span<const std::size_t> numbers) {
  for (const std::size_t index : header.unread()) {
    const std::string& name = header.names()[index];
    const std::size_t number = numbers.empty() ? index : numbers[index];
    columns_.push_back({index, name.empty() ? fmt::format("Column {}", number + 1) : name});
  }
}

}  // namespace vedette::lists
