#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vedette::lists {

// One row of a separated file, its cells found by their column.
class GatheredRow {
 public:
  // `text` holds all the cells, or is empty when they are here and there.
  GatheredRow(char kind, std::uint64_t line, std::span<const std::string_view> cells,
              std::string_view text = {}, bool plain = false)
      : kind_(kind), plain_(plain), line_(line), cells_(cells), text_(text) {}

  // Empty beyond the end of the row.
  std::string_view operator[](std::size_t column) const {
    return column < cells_.size() ? cells_[column] : std::string_view();
  }
  char kind() const { return kind_; }
  std::uint64_t line() const { return line_; }
  std::span<const std::string_view> cells() const { return cells_; }
  std::string_view text() const { return text_; }
  // CsvReader::is_plain() of it.
  bool is_plain() const { return plain_; }

 private:
  char kind_;
  bool plain_;
  std::uint64_t line_;
  std::span<const std::string_view> cells_;
  std::string_view text_;
};

// A row in one piece, as it waits in memory or in a temporary file.
std::size_t piece_size(const GatheredRow& row);
void write_piece(const GatheredRow& row, char* piece);

// The rows of pieces: views of them, valid until the next party.
class RowsOfPieces {
 public:
  std::span<const GatheredRow> rows(std::span<const std::string_view> pieces);

 private:
  std::vector<std::string_view> cells_;
  std::vector<GatheredRow> rows_;
};

}  // namespace vedette::lists
