#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vedette::service {

// The life of a match as pure rules: no clock, no ledger, no search. docs/monitoring.md shows them
// as a table. The numbers are stored.
enum class MatchStatus : std::uint8_t {
  kOpen = 1,
  kTruePositive = 2,
  kFalsePositive = 3,
  kDiscarded = 4
};
inline constexpr MatchStatus kMatchStatuses[] = {MatchStatus::kOpen, MatchStatus::kTruePositive,
                                                 MatchStatus::kFalsePositive,
                                                 MatchStatus::kDiscarded};

// open, true-positive, false-positive, discarded.
std::string_view status_name(MatchStatus status);
// The spellings that clients use: any case; '-', '_', blanks and camelCase alike; a few synonyms.
// Nothing looser, because a disposition must not be guessed.
std::optional<MatchStatus> parse_status(std::string_view text);

// How much a profile looks like the customer: by its names, and by all evidence where it was
// recorded.
struct Likeness {
  Likeness(int by_names = 0, std::optional<int> by_evidence = {})  // NOLINT(implicit)
      : score(by_names), confidence(by_evidence) {}

  int score;
  std::optional<int> confidence;
  bool operator==(const Likeness&) const = default;
};

// The status that a client set last, and the score and confidence that it saw then.
struct ClientVerdict {
  MatchStatus status = MatchStatus::kOpen;
  Likeness seen = {};
  bool operator==(const ClientVerdict&) const = default;
};

// Where a match stands. Score 0: it is no longer a match.
struct Standing {
  MatchStatus status = MatchStatus::kOpen;
  Likeness likeness = {};
  std::optional<ClientVerdict> verdict = {};
  bool operator==(const Standing&) const = default;
};

// What a screening found out about a match that it looked at.
enum class Finding : std::uint8_t {
  kProfileChanged,   // still a match; the profile changed materially
  kCriteriaChanged,  // still a match; the client's criteria changed, or a new engine scores higher
  kUnchanged,        // still a match; nothing of weight changed
  kGone,             // no longer a match
  kBack,             // was no longer a match, and is one again
  kContext,          // the profile has become context, which is not matched
};
std::string_view finding_name(Finding finding);

// A false positive has become more likely when its score, or its confidence where both are known,
// rises over the one that was reviewed: a slow creep through several list changes is measured from
// what a person saw.
// `auto_discard` off: a match that is gone keeps its status until a person closes it (a true
// positive opens all the same).
MatchStatus status_after(const Standing& before, Finding finding, const Likeness& now,
                         bool auto_discard);

// Whether a match keeps its status and score when the list comes to say that the party, of unknown
// kind before, is of the other family: what a person decided stays until a person closes it.
bool outlasts_change_of_family(MatchStatus status);

}  // namespace vedette::service
