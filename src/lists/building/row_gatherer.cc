#include "lists/building/row_gatherer.h"

namespace vedette::lists {

base::Result<void> RowGatherer::add(std::string_view party, std::span<const std::string_view> cells,
                                    std::uint64_t line, char kind) {
  const GatheredRow row(kind, line, cells);
  VEDETTE_ASSIGN(char* const piece, gatherer_.add_room(party, piece_size(row)));
  write_piece(row, piece);
  return {};
}

base::Result<void> RowGatherer::for_each(const Visit& visit) {
  RowsOfPieces rows;
  return gatherer_.for_each(
      [&](std::string_view party, const std::vector<std::string_view>& pieces) {
        return visit(party, rows.rows(pieces));
      });
}

}  // namespace vedette::lists
