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
  base::Millis age;    // as ListAges counts
  base::Millis bound;  // older than this is stale
  bool stale = false;
};

// Whether this node can answer screening questions now, and if not, why. Nothing here is a guess:
// each part was asked when the readiness was made.
struct Readiness {
  std::optional<std::string> ledger_problem;     // nothing: the ledger answered
  std::optional<std::string> catalogue_problem;  // nothing: a catalogue is loaded
  std::int64_t generation = 0;                   // of the loaded catalogue
  std::vector<ListAge> lists;
  std::vector<std::string> failing_sources;  // whose last update failed
  std::vector<std::string> warnings;         // answers are given, but somebody has to act
  bool degraded = false;  // one of them: answers come from older lists than there were
  std::optional<std::string> storage_problem;  // the data directory is full, or nearly
  std::optional<std::string> list_problem;  // stale lists, where the settings call that not ready

  // Makes a stale list a reason not to be ready.
  void refuse_stale_lists() {
    for (const ListAge& age : lists)
      if (age.stale && !list_problem) list_problem = "the list " + age.list + " is stale";
  }
  bool ready() const {
    return !ledger_problem && !catalogue_problem && !storage_problem && !list_problem;
  }
};

}  // namespace vedette::service
