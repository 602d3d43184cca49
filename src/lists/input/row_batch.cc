#include "lists/input/row_batch.h"

#include <cstring>

namespace vedette::lists {

void RowBatch::add(const CsvReader& reader, char kind) {
  const std::span<const std::string_view> fields = reader.fields();
  std::size_t size = reader.text().size();
  if (reader.text().empty())
    for (const std::string_view field : fields)
      size += field.size();
  auto* const text = static_cast<char*>(memory_.allocate(size, 1));
  auto* const cells = static_cast<std::string_view*>(
      memory_.allocate(fields.size_bytes(), alignof(std::string_view)));
  if (reader.text().empty()) {
    char* at = text;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      std::construct_at(cells + i, at, fields[i].size());
      at += fields[i].copy(at, fields[i].size());
    }
  } else {
    const char* const from = reader.text().data();
    std::memcpy(text, from, size);
    for (std::size_t i = 0; i < fields.size(); ++i)
      std::construct_at(cells + i, text + (fields[i].data() - from), fields[i].size());
  }
  rows_.emplace_back(kind, reader.line(), std::span(cells, fields.size()),
                     std::string_view(text, size), reader.is_plain());
  bytes_ += size;
}

void RowBatch::clear() {
  rows_.clear();
  parties_.clear();
  bytes_ = 0;
  memory_.release();
}

}  // namespace vedette::lists
