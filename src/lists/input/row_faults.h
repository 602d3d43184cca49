#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "lists/input/account.h"

namespace vedette::lists {

// The rule of all lists that have a header: a row that says something behind the last column is
// rejected. A separator that nobody quoted has moved its cells, so that none of them can be taken
// to be what its column says. Empty cells there say nothing: spreadsheets write them.
std::optional<Rejection> surplus_cells(std::span<const std::string_view> cells, std::size_t columns,
                                       std::uint64_t line, std::string_view id);

}  // namespace vedette::lists
