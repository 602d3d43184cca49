#include "lists/input/row_faults.h"

#include <fmt/format.h>

#include <algorithm>

namespace vedette::lists {

std::optional<Rejection> surplus_cells(std::span<const std::string_view> cells, std::size_t columns,
                                       std::uint64_t line, std::string_view id) {
  if (cells.size() <= columns) return std::nullopt;
  const auto surplus = cells.subspan(columns);
  const auto said = std::ranges::find_if(surplus, [](auto cell) { return !cell.empty(); });
  if (said == surplus.end()) return std::nullopt;
  return Rejection{
      line, std::string(id), "malformed row",
      fmt::format("{} cells in {} columns: '{}' is in none", cells.size(), columns, *said)};
}

}  // namespace vedette::lists
