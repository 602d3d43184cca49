#pragma once

#include <cstdint>

namespace vedette::validation {

// A share of trials with its 95 % confidence interval, each from 0 to 1.
struct Share {
  double share = 0;
  double low = 0;
  double high = 1;
};

// The interval of Wilson, which holds for small counts and near 0 and 1 too. No trials: 0 to 1.
Share wilson(std::uint64_t successes, std::uint64_t trials);

}  // namespace vedette::validation
