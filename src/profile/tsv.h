#pragma once

#include <string_view>
#include <vector>

namespace vedette::profile {

// The rows of an embedded table: tab-separated cells, "#" lines and empty lines left out, carriage
// returns dropped. The views point into the table.
std::vector<std::vector<std::string_view>> tsv_rows(std::string_view table);

// The items of one cell, separated by ";" or "|", trimmed, empty ones left out. "-" alone is no
// item.
std::vector<std::string_view> cell_items(std::string_view cell);

}  // namespace vedette::profile
