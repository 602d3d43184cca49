#pragma once

#include <cstddef>
#include <iosfwd>

#include "base/result.h"
#include "names/reading/analyser.h"

namespace vedette::names {

struct CsvComparison {
  std::size_t pairs = 0;
  std::size_t truncated = 0;  // pairs in which a name was longer than the limits
};

// Reads pairs with a header row that has the columns schema, name1 (the query) and name2 (the
// listed name) in any order among others, and writes the same rows with a last column `score`. An
// existing column `score` is overwritten in place. Fails on a missing column, an unknown schema, a
// row with another number of fields than the header, and broken CSV; the message names the line or
// record. Rows already written stay written.
base::Result<CsvComparison> compare_csv(const Analyser& analyser, std::istream& in,
                                        std::ostream& out);

}  // namespace vedette::names
