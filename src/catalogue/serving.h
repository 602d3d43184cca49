#pragma once

#include <memory>
#include <mutex>
#include <utility>

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

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Catalogue> catalogue_;
};

}  // namespace vedette::catalogue
