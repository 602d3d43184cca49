#pragma once

#include <string>
#include <vector>

#include "service/monitoring/monitor_record.h"
#include "service/monitoring/screening_outcome.h"

namespace vedette::service {

// A record whose matches may change by a screening, or some of these matches where they are many.
struct AffectedRecord {
  const MonitorRecord* record = nullptr;
  std::vector<FoundMatch> found = {};
  bool whole = true;                    // found in the whole catalogue; else in a delta
  std::vector<std::string> known = {};  // resource ids of matches that it has
  bool names_all = false;  // `known` and `found` name every match that may change; else any may
  bool is_part = false;    // then they are all that the part looks at
  bool is_last = true;     // part of the record

  // Saved while older lists served, which could not tell what is no longer a match.
  bool held_back() const { return record->screened.generation == 0; }
};

// A record of which more may change is written in parts of so many, each in a transaction that may
// be one of its own, so that no piece of work is long for those who wait behind it.
inline constexpr std::size_t kMatchesPerPart = 16;

// The parts of one; itself where it is small, or where any match may change.
std::vector<AffectedRecord> in_parts(AffectedRecord affected);

}  // namespace vedette::service
