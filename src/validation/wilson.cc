#include "validation/wilson.h"

#include <algorithm>
#include <cmath>

namespace vedette::validation {

Share wilson(std::uint64_t successes, std::uint64_t trials) {
  if (trials == 0) return {};
  constexpr double kZ = 1.959963984540054;  // 97.5 % quantile of the normal distribution
  const double n = static_cast<double>(trials);
  const double share = static_cast<double>(successes) / n;
  const double scale = 1 + kZ * kZ / n;
  const double centre = (share + kZ * kZ / (2 * n)) / scale;
  const double half = kZ / scale * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  // At the ends the formula misses them by rounding.
  return {share, successes == 0 ? 0 : std::max(0.0, centre - half),
          successes == trials ? 1 : std::min(1.0, centre + half)};
}

}  // namespace vedette::validation
