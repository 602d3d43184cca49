#include "lists/row_batch.h"

namespace vedette::lists {

void RowBatch::add(CsvReader& reader, char kind) {
  if (rows_.size() == memory_.size()) memory_.emplace_back();
  CsvRow& row = memory_[rows_.size()];
  reader.swap_row(row);
  const std::string_view text = row.converted.empty() ? row.text : std::string_view();
  rows_.emplace_back(kind, reader.line(), row.fields, text);
  bytes_ += row.text.size();
}

void RowBatch::clear() {
  // What is kept is bounded: giants among the rows must not hold their memory to the end.
  constexpr std::size_t kMostRows = 1024;
  constexpr std::size_t kLongestRow = std::size_t{16} << 10;
  if (memory_.size() > kMostRows) memory_.resize(kMostRows);
  for (CsvRow& row : memory_)
    if (row.text.capacity() > kLongestRow) row = CsvRow();
  rows_.clear();
  parties_.clear();
  bytes_ = 0;
}

}  // namespace vedette::lists
