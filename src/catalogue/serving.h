#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "catalogue/catalogue.h"

namespace vedette::catalogue {

// The generation that serves. Readers take a reference and use it as long as they like; a switch
// touches none of them, and the old file is unmapped when the last one lets go. The lock is held
// while a reference is counted: std::atomic<std::shared_ptr> of libstdc++ 12 has one inside, too,
// and gives it back with relaxed order, so that a switch may be seen half.
class Serving {
 public:
  explicit Serving(std::shared_ptr<const Catalogue> catalogue = {})
      : catalogue_(std::move(catalogue)) {}

  // Null before the first generation.
  std::shared_ptr<const Catalogue> get() const {
    const std::lock_guard guard(mutex_);
    return catalogue_;
  }
  void set(std::shared_ptr<const Catalogue> catalogue) {
    const std::lock_guard guard(mutex_);
    catalogue_.swap(catalogue);  // the one before is let go when nobody waits for it
  }
  // As set(), and gives the moment of the switch. What was read of the clock between two get() that
  // gave the one before is earlier by a millisecond at least; what is read after a get() that gave
  // the new one is not earlier, since nobody gets it before that moment has come.
  base::Time set(std::shared_ptr<const Catalogue> catalogue, const base::Clock& clock) {
    const std::lock_guard guard(mutex_);
    const base::Time moment = clock.now() + base::Millis{1};
    const auto end = std::chrono::steady_clock::now() + kLongestWait;  // of a clock that stands
    while (clock.now() < moment && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    catalogue_.swap(catalogue);
    return moment;
  }

 private:
  static constexpr std::chrono::milliseconds kLongestWait{2};

  mutable std::mutex mutex_;
  std::shared_ptr<const Catalogue> catalogue_;
};

}  // namespace vedette::catalogue
