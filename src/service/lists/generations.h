#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "catalogue/store.h"

namespace vedette::service {

// The generation that serves and those before it that are still on disk. Older ones are opened when
// somebody asks for them, and the last few stay open. Safe from any thread.
class Generations {
 public:
  using Current = std::function<std::shared_ptr<const catalogue::Catalogue>()>;
  using Opened = base::Result<std::shared_ptr<const catalogue::Catalogue>>;

  // `current` gives what serves now, or null.
  Generations(catalogue::Store store, Current current)
      : store_(std::move(store)), current_(std::move(current)) {}

  const catalogue::Store& store() const { return store_; }
  // kUnavailable with the code UNAVAILABLE while there is none.
  Opened current() const;
  // kNotFound with the code GENERATION_NOT_KEPT when it is gone or cannot be read any more.
  Opened at(std::uint64_t generation);
  // The one that was current at that time; GENERATION_NOT_KEPT when it is gone.
  Opened as_of(base::Time time);

 private:
  Opened open_older(std::uint64_t generation);

  const catalogue::Store store_;
  const Current current_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<const catalogue::Catalogue>> open_;  // the last used at the front
};

}  // namespace vedette::service
