#pragma once

#include <functional>
#include <string>
#include <vector>

#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// How a screening looked at the matches of one record.
struct ScreeningView {
  // Which profiles it looked at, by resource id. A screening against a delta says nothing about the
  // others. Empty: all.
  std::function<bool(const std::string&)> looked_at = {};
  bool criteria_changed = false;
  bool auto_discard = true;
  base::Time now = {};
  // The lists that were searched are older than those that the matches were found in: whom they do
  // not name may be on the newer ones, and an older version of a profile says nothing. What the
  // record has stays; only what is found anew, or found again, is taken.
  bool older_lists = false;
  // The numbers (qrCodes) of all matches of the record, when not all of them are given.
  std::vector<std::int64_t> taken_codes = {};
  std::int64_t version_floor = 0;  // new matches begin above it, see match_versions.h
  // Whether a party that is still listed is of the other family, by resource id
  // (outlasts_change_of_family).
  std::function<bool(const std::string&)> is_of_other_family = {};
};

// What becomes of one match.
struct MatchChange {
  Match after = {};
  std::optional<MatchStatus> before = {};  // nothing: the match is new
  std::string reason = {};
  int score_before = 0;
  profile::DatasetSet datasets_before = {};

  bool is_new() const { return !before.has_value(); }
  bool moves_status() const { return !before || *before != after.status; }
};

// Compares what a record's matches were with what a screening found, by the rules of match_rules.h.
// Only matches that change are in the answer, so that applying the same finding twice changes
// nothing the second time.
std::vector<MatchChange> outcome_of(const std::vector<Match>& matches,
                                    const std::vector<FoundMatch>& found,
                                    const ScreeningView& view);

}  // namespace vedette::service
