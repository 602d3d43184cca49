#include "names/assignment.h"

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

// The Hungarian method with potentials on a square matrix; absent cells gain nothing.
class Hungarian {
 public:
  explicit Hungarian(const GainMatrix& m) : m_(m), size_(std::max(m.rows, m.columns)) {
    column_row_.fill(0);
    row_potential_.fill(0);
    column_potential_.fill(0);
  }

  void solve(std::array<std::int8_t, kMaxWords>& column_of_row) {
    for (int row = 1; row <= size_; ++row)
      insert(row);
    for (int i = 0; i < m_.rows; ++i)
      column_of_row[static_cast<std::size_t>(i)] = -1;
    for (int j = 1; j <= m_.columns; ++j) {
      const int i = column_row_[index(j)];
      if (i >= 1 && i <= m_.rows && cost(i, j) < 0)
        column_of_row[static_cast<std::size_t>(i - 1)] = static_cast<std::int8_t>(j - 1);
    }
  }

 private:
  static constexpr std::size_t kSize = kMaxWords + 1;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::int32_t cost(int i, int j) const {
    if (i > m_.rows || j > m_.columns) return 0;
    return -m_.gain[index(i - 1)][index(j - 1)];
  }

  void insert(int row) {
    std::array<std::int32_t, kSize> least;
    std::array<int, kSize> way{};
    std::array<bool, kSize> used{};
    least.fill(std::numeric_limits<std::int32_t>::max());
    column_row_[0] = row;
    int column = 0;
    do {
      used[index(column)] = true;
      const int i = column_row_[index(column)];
      std::int32_t delta = std::numeric_limits<std::int32_t>::max();
      int next = 0;
      for (int j = 1; j <= size_; ++j) {
        if (used[index(j)]) continue;
        const std::int32_t reduced =
            cost(i, j) - row_potential_[index(i)] - column_potential_[index(j)];
        if (reduced < least[index(j)]) {
          least[index(j)] = reduced;
          way[index(j)] = column;
        }
        if (least[index(j)] < delta) {
          delta = least[index(j)];
          next = j;
        }
      }
      for (int j = 0; j <= size_; ++j) {
        if (used[index(j)]) {
          row_potential_[index(column_row_[index(j)])] += delta;
          column_potential_[index(j)] -= delta;
        } else {
          least[index(j)] -= delta;
        }
      }
      column = next;
    } while (column_row_[index(column)] != 0);
    do {
      const int previous = way[index(column)];
      column_row_[index(column)] = column_row_[index(previous)];
      column = previous;
    } while (column != 0);
  }

  const GainMatrix& m_;
  int size_;
  std::array<int, kSize> column_row_;
  std::array<std::int32_t, kSize> row_potential_;
  std::array<std::int32_t, kSize> column_potential_;
};

}  // namespace

void assign_best(const GainMatrix& matrix, std::array<std::int8_t, kMaxWords>& column_of_row) {
  if (assign_without_conflict(matrix, column_of_row)) return;
  Hungarian(matrix).solve(column_of_row);
}

}  // namespace vedette::names
