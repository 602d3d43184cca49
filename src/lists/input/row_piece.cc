#include "lists/input/row_piece.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vedette::lists {
namespace {

// A row as a piece: its line, its kind, whether it is plain, the number of its cells, where each of
// them is, and the text that holds them.
using Size = std::uint32_t;
struct Place {
  Size begin = 0;
  Size size = 0;
};
constexpr std::size_t kKindAt = sizeof(std::uint64_t);
constexpr std::size_t kPlainAt = kKindAt + 1;
constexpr std::size_t kCountAt = kPlainAt + 1;
constexpr std::size_t kPlacesAt = kCountAt + sizeof(Size);

template <class Number>
Number number_at(std::string_view piece, std::size_t at) {
  Number number = 0;
  std::memcpy(&number, piece.data() + at, sizeof number);
  return number;
}

void cut(std::string_view piece, std::span<std::string_view> cells) {
  const char* place_at = piece.data() + kPlacesAt;
  const char* const text = place_at + cells.size() * sizeof(Place);
  for (std::string_view& cell : cells) {
    Place place;
    std::memcpy(&place, place_at, sizeof place);
    place_at += sizeof place;
    cell = std::string_view(text + place.begin, place.size);
  }
}

}  // namespace

std::size_t piece_size(const GatheredRow& row) {
  std::size_t bytes = kPlacesAt + row.cells().size() * sizeof(Place) + row.text().size();
  if (row.text().empty())
    for (std::string_view cell : row.cells())
      bytes += cell.size();
  return bytes;
}

void write_piece(const GatheredRow& row, char* piece) {
  const std::uint64_t line = row.line();
  const auto count = static_cast<Size>(row.cells().size());
  std::memcpy(piece, &line, sizeof line);
  piece[kKindAt] = row.kind();
  piece[kPlainAt] = row.is_plain() ? 1 : 0;
  std::memcpy(piece + kCountAt, &count, sizeof count);
  char* place_at = piece + kPlacesAt;
  char* const text = place_at + count * sizeof(Place);
  const std::string_view whole = row.text();
  std::copy(whole.begin(), whole.end(), text);
  Size end = 0;
  for (std::string_view cell : row.cells()) {
    Place place{end, static_cast<Size>(cell.size())};
    if (whole.empty())
      std::copy(cell.begin(), cell.end(), text + std::exchange(end, end + place.size));
    else
      place.begin = static_cast<Size>(cell.data() - whole.data());
    std::memcpy(place_at, &place, sizeof place);
    place_at += sizeof place;
  }
}

std::span<const GatheredRow> RowsOfPieces::rows(std::span<const std::string_view> pieces) {
  std::size_t count = 0;
  for (std::string_view piece : pieces)
    count += number_at<Size>(piece, kCountAt);
  cells_.resize(count);
  rows_.clear();
  std::span<std::string_view> free(cells_);
  for (std::string_view piece : pieces) {
    const auto cells = free.first(number_at<Size>(piece, kCountAt));
    free = free.subspan(cells.size());
    cut(piece, cells);
    rows_.emplace_back(piece[kKindAt], number_at<std::uint64_t>(piece, 0), cells,
                       std::string_view(), piece[kPlainAt] != 0);
  }
  return rows_;
}

}  // namespace vedette::lists
