#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace vedette::http {

// A client's own X-Request-Id is kept when it is 1 to 128 of A-Z a-z 0-9 . _ -
bool is_valid_request_id(std::string_view id);

// Makes ids that sort by time and repeat nowhere: 26 characters, 48 bits of milliseconds and 80
// bits that begin at random and count on. Not a secret. One per thread; not safe to share.
class RequestIds {
 public:
  RequestIds();
  std::string next(base::Time now);

 private:
  std::uint16_t high_ = 0;
  std::uint64_t low_ = 0;
};

}  // namespace vedette::http
