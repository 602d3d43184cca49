#pragma once

#include <array>
#include <cstdint>

#include "names/words/analysed_name.h"

namespace vedette::names {

// Gains of pairing row i with column j; 0 where they may not be paired.
struct GainMatrix {
  std::array<std::array<std::int32_t, kMaxWords>, kMaxWords> gain;
  int rows = 0;
  int columns = 0;
};

// For each row the column it is paired with, or -1, so that the sum of gains is the greatest
// possible. Exact; at most kMaxWords^3 steps; allocates nothing.
void assign_best(const GainMatrix& matrix, std::array<std::int8_t, kMaxWords>& column_of_row);

}  // namespace vedette::names
