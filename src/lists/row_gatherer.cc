#include "lists/row_gatherer.h"

#include <cstring>

namespace vedette::lists {
namespace {

// A row as a piece: its line, its kind, the number of its cells, the size of each, and their bytes.
using Size = std::uint32_t;
constexpr std::size_t kKindAt = sizeof(std::uint64_t);
constexpr std::size_t kCountAt = kKindAt + 1;
constexpr std::size_t kSizesAt = kCountAt + sizeof(Size);

template <class Number>
Number number_at(std::string_view piece, std::size_t at) {
  Number number = 0;
  std::memcpy(&number, piece.data() + at, sizeof number);
  return number;
}

// Appends the cells of the row.
void cut(std::string_view piece, std::vector<std::string_view>& cells) {
  const auto count = number_at<Size>(piece, kCountAt);
  const char* text = piece.data() + kSizesAt + count * sizeof(Size);
  const std::size_t first = cells.size();
  cells.resize(first + count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = number_at<Size>(piece, kSizesAt + i * sizeof(Size));
    cells[first + i] = std::string_view(text, size);
    text += size;
  }
}

}  // namespace

base::Result<void> RowGatherer::add(std::string_view party, std::span<const std::string_view> cells,
                                    std::uint64_t line, char kind) {
  std::size_t bytes = kSizesAt + cells.size() * sizeof(Size);
  for (std::string_view cell : cells)
    bytes += cell.size();
  VEDETTE_ASSIGN(char* const piece, gatherer_.add_room(party, bytes));
  const auto count = static_cast<Size>(cells.size());
  std::memcpy(piece, &line, sizeof line);
  piece[kKindAt] = kind;
  std::memcpy(piece + kCountAt, &count, sizeof count);
  char* sizes = piece + kSizesAt;
  char* text = sizes + cells.size() * sizeof(Size);
  for (std::string_view cell : cells) {
    const auto cell_size = static_cast<Size>(cell.size());
    std::memcpy(sizes, &cell_size, sizeof cell_size);
    sizes += sizeof cell_size;
    if (cell.empty()) continue;
    std::memcpy(text, cell.data(), cell.size());
    text += cell.size();
  }
  return {};
}

base::Result<void> RowGatherer::for_each(const Visit& visit) {
  std::vector<std::string_view> cells;
  std::vector<std::size_t> ends;
  std::vector<GatheredRow> rows;
  return gatherer_.for_each([&](std::string_view party,
                                const std::vector<std::string_view>& pieces) -> base::Result<void> {
    cells.clear();
    ends.clear();
    rows.clear();
    for (std::string_view piece : pieces) {
      cut(piece, cells);
      ends.push_back(cells.size());
    }
    std::size_t begin = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      rows.emplace_back(pieces[i][kKindAt], number_at<std::uint64_t>(pieces[i], 0),
                        std::span(cells).subspan(begin, ends[i] - begin));
      begin = ends[i];
    }
    return visit(party, rows);
  });
}

}  // namespace vedette::lists
