#pragma once

#include <vector>

#include "api/request/inputs.h"
#include "base/clock.h"
#include "service/screening/batch.h"

namespace vedette::api {

inline constexpr std::size_t kMaxBatchItems = 10'000;
inline constexpr std::int64_t kMaxBatchPage = 100;  // hits per name

// A batch as it was asked: what all names have in common, and the names.
struct BatchAsked {
  service::SearchQuestion common = {};
  std::vector<service::BatchItem> items = {};
};

// The batch, or why it is refused: every problem with its path (items[3].dob), up to a bound.
std::variant<BatchAsked, Failure> read_batch(const http::Request& request, base::Time now);

}  // namespace vedette::api
