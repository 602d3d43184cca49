#pragma once

#include <algorithm>
#include <cstdint>

namespace vedette::http {

// Tells a client that asks again at once after every refusal, whatever Retry-After says, from one
// that was unlucky. Its refusals would cost what the answers of others need. For one connection;
// times in milliseconds of a steady clock.
class RetryStrikes {
 public:
  void refused(std::int64_t now) { refused_ = now; }
  void served() {
    refused_ = 0;
    strikes_ = std::max(0, strikes_ - kForgiven);
  }
  // A request has come. True when it has to wait for as long as its client was told to.
  bool holds_back(std::int64_t now) {
    if (refused_ == 0) return false;
    const bool at_once = now - refused_ < kAtOnceMillis;
    refused_ = 0;
    strikes_ = at_once ? std::min(strikes_ + 1, kMost) : 0;
    return strikes_ >= kTooMany;
  }

 private:
  static constexpr std::int64_t kAtOnceMillis = 100;
  // At twice the capacity half of all requests are refused: one in three hundred of such a client's
  // connections has twelve strikes. Under a storm every connection has them within a second.
  static constexpr int kTooMany = 12;
  static constexpr int kMost = 16;
  static constexpr int kForgiven = 2;

  std::int64_t refused_ = 0;  // 0: the last request was not refused
  int strikes_ = 0;
};

}  // namespace vedette::http
