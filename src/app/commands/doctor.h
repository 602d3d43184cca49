#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/settings/settings.h"
#include "base/clock.h"

namespace vedette::app {

// What one look at an installation found.
struct Finding {
  enum class State { kOk, kWarning, kBad };

  State state = State::kOk;
  std::string check;      // what was looked at: "disk", "list un-sc"
  std::string what;       // what was seen, one sentence without a full stop
  std::string next = {};  // what to do about it; empty when nothing
};

std::string_view state_name(Finding::State state);  // ok, warn, bad

// Looks at everything that an installation needs, and changes nothing: a directory, key or database
// that is not there yet is told, not made.
std::vector<Finding> examine(const LoadedSettings& loaded, const base::Clock& clock);

// The parts of it: what the machine gives (disk, permissions, TLS files, limits, clock), and what
// is stored (ledger, catalogue, lists).
std::vector<Finding> examine_machine(const Settings& settings, const base::Clock& clock);
std::vector<Finding> examine_data(const Settings& settings, const base::Clock& clock);

}  // namespace vedette::app
