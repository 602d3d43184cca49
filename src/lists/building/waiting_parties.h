#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lists/input/row_piece.h"
#include "lists/input/temporary_file.h"

namespace vedette::lists {

// Parties that wait with all their rows until the file is read to its end. In memory that does not
// grow with the file: what is more goes to a temporary file, and comes back in the same order.
class WaitingParties {
 public:
  explicit WaitingParties(std::size_t memory_bound = 8U << 20) : memory_bound_(memory_bound) {}

  base::Result<void> add(std::string_view id, std::span<const GatheredRow> rows);

  // Calls once per party in the order they were added, and empties the store.
  using Visit =
      std::function<base::Result<void>(std::string_view id, std::span<const GatheredRow> rows)>;
  base::Result<void> for_each(const Visit& visit);

 private:
  const std::size_t memory_bound_;
  std::string parties_;
  File spilled_;  // those before
};

}  // namespace vedette::lists
