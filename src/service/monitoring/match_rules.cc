#include "service/monitoring/match_rules.h"

#include <array>
#include <string>

#include "base/ascii.h"

namespace vedette::service {
namespace {

struct Spelling {
  std::string_view text;  // lower case; a blank where words are written apart, with - or _, or not
  MatchStatus status;
};
constexpr std::array<Spelling, 12> kSpellings = {{
    {"open", MatchStatus::kOpen},
    {"reopen", MatchStatus::kOpen},
    {"reopened", MatchStatus::kOpen},
    {"potential match", MatchStatus::kOpen},
    {"true positive", MatchStatus::kTruePositive},
    {"tp", MatchStatus::kTruePositive},
    {"true positive approve", MatchStatus::kTruePositive},
    {"true positive reject", MatchStatus::kTruePositive},
    {"false positive", MatchStatus::kFalsePositive},
    {"fp", MatchStatus::kFalsePositive},
    {"discarded", MatchStatus::kDiscarded},
    {"discard", MatchStatus::kDiscarded},
}};

// Whether `word` is the spelling. Separators stand between its words and nowhere else: what decides
// about a match is not guessed.
bool is_written(std::string_view spelling, std::string_view word) {
  for (const char c : spelling) {
    const char next = word.empty() ? '\0' : word.front();
    if (c == ' ' && next != ' ' && next != '-' && next != '_') continue;
    if (c != ' ' && next != c) return false;
    word.remove_prefix(1);
  }
  return word.empty();
}

bool rose(const Standing& before, const Likeness& now) {
  const Likeness& cleared = before.verdict ? before.verdict->seen : before.likeness;
  const bool comparable = cleared.confidence && now.confidence;
  return now.score > cleared.score || (comparable && *now.confidence > *cleared.confidence);
}

MatchStatus when_gone(MatchStatus before, bool auto_discard) {
  if (before == MatchStatus::kTruePositive) return MatchStatus::kOpen;
  return auto_discard ? MatchStatus::kDiscarded : before;
}

MatchStatus when_back(const Standing& before, const Likeness& now) {
  const bool cleared = before.verdict && before.verdict->status == MatchStatus::kFalsePositive;
  return cleared && !rose(before, now) ? MatchStatus::kFalsePositive : MatchStatus::kOpen;
}

}  // namespace

std::string_view status_name(MatchStatus status) {
  switch (status) {
    case MatchStatus::kOpen:
      return "open";
    case MatchStatus::kTruePositive:
      return "true-positive";
    case MatchStatus::kFalsePositive:
      return "false-positive";
    case MatchStatus::kDiscarded:
      return "discarded";
  }
  return "";
}

std::optional<MatchStatus> parse_status(std::string_view text) {
  const std::string word = base::lower(base::trim(text, " \t"));
  for (const Spelling& each : kSpellings)
    if (is_written(each.text, word)) return each.status;
  return std::nullopt;
}

std::string_view finding_name(Finding finding) {
  switch (finding) {
    case Finding::kProfileChanged:
      return "profileChanged";
    case Finding::kCriteriaChanged:
      return "criteriaChanged";
    case Finding::kUnchanged:
      return "rescored";
    case Finding::kGone:
      return "noLongerMatches";
    case Finding::kBack:
      return "matchesAgain";
    case Finding::kContext:
      return "context";
  }
  return "";
}

bool outlasts_change_of_family(MatchStatus status) {
  return status != MatchStatus::kOpen;
}

MatchStatus status_after(const Standing& before, Finding finding, const Likeness& now,
                         bool auto_discard) {
  switch (finding) {
    case Finding::kUnchanged:
      return before.status;
    case Finding::kGone:
      return when_gone(before.status, auto_discard);
    case Finding::kBack:
      return when_back(before, now);
    case Finding::kContext:
      // An open match needs no review; a reviewed one stays.
      return before.status == MatchStatus::kOpen ? MatchStatus::kDiscarded : before.status;
    case Finding::kProfileChanged:
    case Finding::kCriteriaChanged:
      break;
  }
  switch (before.status) {
    case MatchStatus::kTruePositive:
      return finding == Finding::kProfileChanged ? MatchStatus::kOpen : before.status;
    case MatchStatus::kFalsePositive:
      return rose(before, now) ? MatchStatus::kOpen : before.status;
    default:
      return MatchStatus::kOpen;
  }
}

}  // namespace vedette::service
