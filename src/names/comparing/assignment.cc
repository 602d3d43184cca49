#include "names/comparing/assignment.h"

#include <algorithm>
#include <limits>

namespace vedette::names {
namespace {

// Most names need no search: no row competes with another for a column.
bool assign_without_conflict(const GainMatrix& m,
                             std::array<std::int8_t, kMaxWords>& column_of_row) {
  std::uint32_t taken = 0;
  for (int i = 0; i < m.rows; ++i) {
    column_of_row[static_cast<std::size_t>(i)] = -1;
    for (int j = 0; j < m.columns; ++j) {
      if (m.gain[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] <= 0) continue;
      if (column_of_row[static_cast<std::size_t>(i)] >= 0 || (taken >> j & 1)) return false;
      taken |= 1u << j;
      column_of_row[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(j);
    }
  }
  return true;
}

// The Hungarian method with potentials on a square matrix; absent cells gain nothing. Row and
// column 0 stand for "none yet".
class Hungarian {
 public:
  explicit Hungarian(const GainMatrix& m)
      : rows_(index(m.rows)), columns_(index(m.columns)), size_(std::max(rows_, columns_)) {
    for (std::size_t i = 0; i <= size_; ++i) {
      row_potential_[i] = column_potential_[i] = 0;
      column_row_[i] = 0;
    }
    for (std::size_t i = 1; i <= size_; ++i)
      for (std::size_t j = 1; j <= size_; ++j)
        cost_[i][j] = i > rows_ || j > columns_ ? 0 : -m.gain[i - 1][j - 1];
  }

  void solve(std::array<std::int8_t, kMaxWords>& column_of_row) {
    for (std::size_t row = 1; row <= size_; ++row)
      insert(row);
    for (std::size_t i = 0; i < rows_; ++i)
      column_of_row[i] = -1;
    for (std::size_t j = 1; j <= columns_; ++j) {
      const std::size_t i = column_row_[j];
      if (i >= 1 && i <= rows_ && cost_[i][j] < 0)
        column_of_row[i - 1] = static_cast<std::int8_t>(j - 1);
    }
  }

 private:
  static constexpr std::size_t kSize = kMaxWords + 1;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // Gives the row a column, along the cheapest way of exchanging columns with the rows before it.
  // Potentials are raised once at the end, by what each column on the way was reached for.
  void insert(std::size_t row) {
    constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();
    std::array<std::int32_t, kSize> least;
    std::array<std::uint8_t, kSize> way;
    // Columns that are not on the way yet, in ascending order, so that ties are always broken
    // alike.
    std::array<std::uint8_t, kSize> open;
    std::array<std::uint8_t, kSize> done;
    std::size_t open_count = 0;
    std::size_t done_count = 0;
    for (std::size_t j = 1; j <= size_; ++j) {
      least[j] = kFar;
      way[j] = 0;
      open[open_count++] = static_cast<std::uint8_t>(j);
    }
    column_row_[0] = static_cast<std::uint8_t>(row);
    least[0] = 0;
    std::size_t column = 0;
    std::int32_t reached = 0;
    while (true) {
      done[done_count++] = static_cast<std::uint8_t>(column);
      const std::size_t i = column_row_[column];
      const std::int32_t base = reached - row_potential_[i];
      const auto& costs = cost_[i];
      std::int32_t nearest = kFar;
      std::size_t at = 0;
      for (std::size_t k = 0; k < open_count; ++k) {
        const std::size_t j = open[k];
        const std::int32_t through = base + costs[j] - column_potential_[j];
        if (through < least[j]) {
          least[j] = through;
          way[j] = static_cast<std::uint8_t>(column);
        }
        if (least[j] < nearest) {
          nearest = least[j];
          at = k;
        }
      }
      reached = nearest;
      column = open[at];
      if (column_row_[column] == 0) break;
      std::copy(open.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                open.begin() + static_cast<std::ptrdiff_t>(open_count),
                open.begin() + static_cast<std::ptrdiff_t>(at));
      --open_count;
    }
    for (std::size_t k = 0; k < done_count; ++k) {
      const std::size_t j = done[k];
      row_potential_[column_row_[j]] += reached - least[j];
      column_potential_[j] -= reached - least[j];
    }
    while (column != 0) {
      const std::size_t previous = way[column];
      column_row_[column] = column_row_[previous];
      column = previous;
    }
  }

  std::size_t rows_;
  std::size_t columns_;
  std::size_t size_;
  std::array<std::uint8_t, kSize> column_row_;
  std::array<std::int32_t, kSize> row_potential_;
  std::array<std::int32_t, kSize> column_potential_;
  std::array<std::array<std::int32_t, kSize>, kSize> cost_;
};

}  // namespace

void assign_best(const GainMatrix& matrix, std::array<std::int8_t, kMaxWords>& column_of_row) {
  if (assign_without_conflict(matrix, column_of_row)) return;
  Hungarian(matrix).solve(column_of_row);
}

}  // namespace vedette::names
