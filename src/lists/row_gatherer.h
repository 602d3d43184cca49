#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/gatherer.h"

namespace vedette::lists {

// One row of a separated file, its cells found by their column.
class GatheredRow {
 public:
  GatheredRow(char kind, std::uint64_t line, std::span<const std::string_view> cells)
      : kind_(kind), line_(line), cells_(cells) {}

  // Empty beyond the end of the row.
  std::string_view operator[](std::size_t column) const {
    return column < cells_.size() ? cells_[column] : std::string_view();
  }
  char kind() const { return kind_; }
  std::uint64_t line() const { return line_; }
  std::span<const std::string_view> cells() const { return cells_; }

 private:
  char kind_;
  std::uint64_t line_;
  std::span<const std::string_view> cells_;
};

// Brings the rows of one party together, wherever in the file they stand.
class RowGatherer {
 public:
  // `kind` tells rows of several files apart.
  base::Result<void> add(std::string_view party, std::span<const std::string_view> cells,
                         std::uint64_t line, char kind = ' ');

  // Calls once per party with its rows in the order of the file, as a Gatherer does.
  using Visit =
      std::function<base::Result<void>(std::string_view party, std::span<const GatheredRow> rows)>;
  base::Result<void> for_each(const Visit& visit);

 private:
  Gatherer gatherer_;
};

}  // namespace vedette::lists
