#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"

namespace vedette::service {

// One list of the catalogue that serves, and how old its content is.
struct ListAge {
  std::string list;
  base::Millis age;
  bool stale = false;  // older than its bound
};

// Whether this node can answer screening questions now, and if not, why. Nothing here is a guess:
// each part was asked when the readiness was made.
struct Readiness {
  std::optional<std::string> ledger_problem;     // nothing: the ledger answered
  std::optional<std::string> catalogue_problem;  // nothing: a catalogue is loaded
  std::int64_t generation = 0;                   // of the loaded catalogue
  std::vector<ListAge> lists;

  bool ready() const { return !ledger_problem && !catalogue_problem; }
};

}  // namespace vedette::service
