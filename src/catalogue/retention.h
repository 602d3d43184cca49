#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.h"

namespace vedette::catalogue {

// Which older generations stay on disk, for queries about the past.
struct KeepRules {
  base::Millis all = base::days(2);     // every generation that served within this time
  base::Millis daily = base::days(30);  // before that, the one that served at the end of each day
  std::size_t most = 100;               // and never more than these, the newest
};

// A generation and the moment from which it served.
struct Served {
  std::uint64_t generation = 0;
  base::Time since = {};

  bool operator==(const Served&) const = default;
};

// The generations that the rules give up. `served` is in the order of the generations; the newest
// two always stay: the one that serves, and the one that it is compared with. A day is one of UTC.
std::vector<Served> given_up(const std::vector<Served>& served, const KeepRules& rules,
                             base::Time now);

}  // namespace vedette::catalogue
