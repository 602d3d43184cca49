#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/building/gatherer.h"
#include "lists/input/row_piece.h"

namespace vedette::lists {

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
