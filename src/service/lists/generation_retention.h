#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "catalogue/retention.h"

namespace vedette::service {

// Which older generations stay on disk, and by which time.
struct GenerationRetention {
  catalogue::KeepRules rules = {};
  // The newest time that is sure (RetentionClock::newest_sure): a clock that runs ahead gives up
  // nothing. Empty: every time is believed.
  std::function<base::Time()> newest_sure = {};
  // Told which generations were removed.
  std::function<void(const std::vector<std::uint64_t>&)> removed = {};

  base::Time believed(base::Time now) const {
    return newest_sure ? std::min(now, newest_sure()) : now;
  }
  void tell(const std::vector<std::uint64_t>& generations) const {
    if (removed && !generations.empty()) removed(generations);
  }
};

}  // namespace vedette::service
