#pragma once

#include <string>

namespace vedette::base {

// A cell that a spreadsheet would run as a formula (it begins with = + - @, a tab or a CR) gets an
// apostrophe in front, which makes it a text; so does one that already has such an apostrophe, so
// that the way back is certain.
std::string spreadsheet_cell(std::string cell);
// The way back, for files that a spreadsheet or we wrote.
std::string from_spreadsheet_cell(std::string cell);

}  // namespace vedette::base
