#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "service/monitoring/monitor_record.h"
#include "service/screening/profile_lookup.h"

namespace vedette::service {

// Open matches without a review, whose confidence is below the line, are closed by the service;
// some of them stay open, so that a person sees whether the line is right. Which ones depends on
// the record and the profile alone.
struct ClosingLine {
  int below = 0;           // 0: none is closed
  int sample_percent = 0;  // of those below the line, stay open
  std::string record = {};

  // Never one that has an identifier of the record: that is an alert of its own.
  bool closes(const Match& match) const;
  bool is_sample(const Match& match) const;
};
// How the reason of such a step begins; the numbers follow.
inline constexpr std::string_view kBelowConfidenceLine = "belowConfidenceLine";
// The line was lowered, or the confidence rose over it without any other change.
inline constexpr std::string_view kAboveConfidenceLine = "aboveConfidenceLine";
// The reason of a new match that stays open as part of the sample.
inline constexpr std::string_view kSampleOfClosed = "newMatchInSample";

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
  // What the lists that were searched say of a known match; nullptr: nothing of the kind.
  enum class Content : std::uint8_t {
    kAsSeen,
    kReread,   // the same version, and the lists alone changed: only a newer reader can differ
    kContext,  // on its list without a dataset: not matched
  };
  std::function<Content(const Match&)> content = {};
  ClosingLine closing = {};
  // The lists that name a profile, by resource id, for the events. Empty: the events name none.
  std::function<std::vector<NamedList>(const std::string&)> lists_of = {};
};

// The content of matches in a catalogue. `lists_alone`: neither the engine nor the settings nor the
// criteria changed since the matches were found.
std::function<ScreeningView::Content(const Match&)> content_in(
    std::shared_ptr<const catalogue::Catalogue> catalogue, bool lists_alone);

// The lists that name profiles of a catalogue.
std::function<std::vector<NamedList>(const std::string&)> lists_in(
    std::shared_ptr<const catalogue::Catalogue> catalogue);

// What becomes of one match.
struct MatchChange {
  Match after = {};
  std::optional<MatchStatus> before = {};  // nothing: the match is new
  std::string reason = {};
  int score_before = 0;
  profile::DatasetSet datasets_before = {};
  // Only a newer reader made the difference: it is stored without an event.
  bool quiet = false;
  std::vector<NamedList> lists = {};  // that name the profile, where the screening knew them

  bool is_closed_by_line() const { return reason.starts_with(kBelowConfidenceLine); }
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
