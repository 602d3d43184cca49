#include "base/spreadsheet_cell.h"

#include <string_view>

namespace vedette::base {
namespace {

// Blanks are looked through: some spreadsheets trim a cell before they read it.
bool would_run(std::string_view cell) {
  const std::size_t begin = cell.find_first_not_of("' ");
  return begin != std::string_view::npos &&
         std::string_view("=+-@\t\r").find(cell[begin]) != std::string_view::npos;
}

}  // namespace

std::string spreadsheet_cell(std::string cell) {
  if (would_run(cell)) cell.insert(0, 1, '\'');
  return cell;
}

std::string from_spreadsheet_cell(std::string cell) {
  if (cell.starts_with('\'') && would_run(cell)) cell.erase(0, 1);
  return cell;
}

}  // namespace vedette::base
