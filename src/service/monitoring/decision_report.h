#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// What was found and decided in a period. A decision is a review that takes a match from open to
// another status; the time to it runs from when the match was opened last.
struct DecisionCounts {
  std::int64_t found = 0;
  StatusCounts decided = {};                              // by the status that was set
  std::optional<std::int64_t> median_seconds = {};        // to the decision; nothing without one
  std::optional<std::int64_t> ninth_decile_seconds = {};  // nine of ten were faster, or as fast
};
struct DecisionLine {
  std::string key = {};  // of the list, or the user; empty: no list names the profile
  std::string name = {};
  DecisionCounts counts = {};
};
struct DecisionReport {
  base::Time from = {};
  base::Time to = {};  // not within
  DecisionCounts all = {};
  std::vector<DecisionLine> by_list = {};     // a match counts for each list that names its profile
  std::vector<DecisionLine> by_analyst = {};  // found stays 0
};

inline constexpr std::int64_t kMostDecisions = 200'000;  // of one report

// Matches of deleted records do not count. kTooLarge (PERIOD_TOO_LARGE) when there are more
// decisions, or profiles, than one report may have. `catalogue` may be null.
base::Result<DecisionReport> read_decisions(ledger::Ledger& ledger,
                                            const ledger::ProjectScope& scope,
                                            const catalogue::Catalogue* catalogue, base::Time from,
                                            base::Time to);

}  // namespace vedette::service
