#include "lists/row_gatherer.h"

#include <cstring>

namespace vedette::lists {
namespace {

// A row as a piece: its line, its kind, and each cell after its size, so that a cell may hold any
// byte.
constexpr std::size_t kHeadBytes = sizeof(std::uint64_t) + 1;

template <class Number>
void append_number(std::string& out, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

template <class Number>
Number number_at(std::string_view piece, std::size_t at) {
  Number number = 0;
  std::memcpy(&number, piece.data() + at, sizeof number);
  return number;
}

void cut(std::string_view piece, std::vector<std::string_view>& cells) {
  for (std::size_t at = kHeadBytes; at < piece.size();) {
    const auto size = number_at<std::uint32_t>(piece, at);
    cells.push_back(piece.substr(at + sizeof size, size));
    at += sizeof size + size;
  }
}

}  // namespace

base::Result<void> RowGatherer::add(std::string_view party, std::span<const std::string_view> cells,
                                    std::uint64_t line, char kind) {
  piece_.clear();
  append_number(piece_, line);
  piece_ += kind;
  for (std::string_view cell : cells) {
    append_number(piece_, static_cast<std::uint32_t>(cell.size()));
    piece_ += cell;
  }
  return gatherer_.add(party, piece_);
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
      rows.emplace_back(pieces[i][kHeadBytes - 1], number_at<std::uint64_t>(pieces[i], 0),
                        std::span(cells).subspan(begin, ends[i] - begin));
      begin = ends[i];
    }
    return visit(party, rows);
  });
}

}  // namespace vedette::lists
