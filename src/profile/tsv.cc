#include "profile/tsv.h"

namespace vedette::profile {
namespace {

std::string_view trim(std::string_view s) {
  const auto begin = s.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

std::vector<std::vector<std::string_view>> tsv_rows(std::string_view table) {
  std::vector<std::vector<std::string_view>> rows;
  while (!table.empty()) {
    const auto end = table.find('\n');
    std::string_view line = table.substr(0, end);
    table = end == std::string_view::npos ? std::string_view() : table.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string_view> cells;
    for (;;) {
      const auto tab = line.find('\t');
      cells.push_back(trim(line.substr(0, tab)));
      if (tab == std::string_view::npos) break;
      line.remove_prefix(tab + 1);
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::vector<std::string_view> cell_items(std::string_view cell) {
  std::vector<std::string_view> items;
  if (trim(cell) == "-") return items;
  while (!cell.empty()) {
    const auto end = cell.find_first_of(";|");
    if (const auto item = trim(cell.substr(0, end)); !item.empty()) items.push_back(item);
    cell = end == std::string_view::npos ? std::string_view() : cell.substr(end + 1);
  }
  return items;
}

}  // namespace vedette::profile
