#include "service/monitoring/screening_outcome.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "base/digest.h"

namespace vedette::service {
namespace {

constexpr std::int64_t kLargestQrCode = 2'147'483'647;

using Content = ScreeningView::Content;

Content content_of(const Match& match, const ScreeningView& view) {
  return view.content ? view.content(match) : Content::kAsSeen;
}

Finding finding_of(const Match& match, const FoundMatch& found, const ScreeningView& view) {
  if (match.seen.score == 0) return Finding::kBack;
  if (match.seen.version != found.version) return Finding::kProfileChanged;
  if (view.criteria_changed || found.score > match.seen.score) return Finding::kCriteriaChanged;
  return Finding::kUnchanged;
}

// The numbers that a record's matches have. A catalogue that was begun anew may give a profile a
// number that the record knows as another one's; such a match gets one from the other end.
class QrCodes {
 public:
  QrCodes(const std::vector<Match>& matches, const std::vector<std::int64_t>& others)
      : taken_(others.begin(), others.end()) {
    for (const Match& match : matches)
      taken_.insert(match.seen.qr_code);
  }
  std::int64_t take(std::int64_t wanted) {
    if (taken_.insert(wanted).second) return wanted;
    std::int64_t code = kLargestQrCode;
    while (!taken_.insert(code).second)
      --code;
    return code;
  }

 private:
  std::unordered_set<std::int64_t> taken_;
};

// What a newer reader alone made different: the match as it was, with what it says now.
void replace_quietly(const Match& match, FoundMatch seen, std::vector<MatchChange>& out) {
  seen.qr_code = match.seen.qr_code;
  if (seen == match.seen) return;
  MatchChange change{match, match.status, {}, match.seen.score, match.seen.datasets, true, {}};
  change.after.seen = std::move(seen);
  out.push_back(std::move(change));
}

bool differs_in_confidence_alone(const FoundMatch& seen, FoundMatch before) {
  before.confidence = seen.confidence;
  return seen == before;
}

// The service closes a match that is still one by the line alone.
bool was_closed_by_line(const Match& match) {
  return match.status == MatchStatus::kDiscarded && !match.verdict && match.seen.score > 0;
}

// What the line makes of a match that is open otherwise; empty when it stays open.
std::string closing_reason(const ClosingLine& line, const Match& open) {
  if (!line.closes(open) || line.is_sample(open)) return {};
  return fmt::format("{} ({} < {})", kBelowConfidenceLine, open.seen.confidence->percent,
                     line.below);
}

void apply(const Match& match, FoundMatch seen, Finding finding, const ScreeningView& view,
           std::vector<MatchChange>& out) {
  seen.qr_code = match.seen.qr_code;
  Match after = match;
  after.status = status_after(match.standing(), finding, seen.likeness(), view.auto_discard);
  after.seen = std::move(seen);
  if (was_closed_by_line(match) && after.seen.score > 0) after.status = MatchStatus::kOpen;
  const std::string closing = closing_reason(view.closing, after);
  if (!closing.empty()) after.status = MatchStatus::kDiscarded;
  const bool moves = after.status != match.status;
  if (!moves && after.seen == match.seen) return;
  // A change of the model alone says nothing new of the customer or the profile, and another
  // wording of the terms nothing that anybody has to look at.
  const bool says_nothing = finding == Finding::kUnchanged ||
                            after.seen.likeness().confidence == match.seen.likeness().confidence;
  if (!moves && says_nothing && differs_in_confidence_alone(after.seen, match.seen))
    return replace_quietly(match, std::move(after.seen), out);
  std::string reason(finding_name(finding));
  if (moves && !closing.empty()) reason = closing;
  if (moves && closing.empty() && was_closed_by_line(match) && finding == Finding::kUnchanged)
    reason = kAboveConfidenceLine;
  after.match_version += 1;
  after.updated = view.now;
  if (moves) after.reviewed = view.now;
  out.push_back({std::move(after),
                 match.status,
                 std::move(reason),
                 match.seen.score,
                 match.seen.datasets,
                 false,
                 {}});
}

// Whole numbers below 100, the same on every machine.
int draw_of(const std::string& record, const std::string& resource) {
  const base::Sha256 digest = base::sha256(record + "\n" + resource);
  return (static_cast<int>(digest[0]) << 8 | static_cast<int>(digest[1])) % 100;
}

}  // namespace

bool ClosingLine::closes(const Match& match) const {
  return match.status == MatchStatus::kOpen && !match.verdict && match.seen.score > 0 &&
         match.seen.confidence && match.seen.confidence->percent < below &&
         !match.seen.has_identifier();
}

bool ClosingLine::is_sample(const Match& match) const {
  return draw_of(record, match.seen.resource_id) < sample_percent;
}

std::function<Content(const Match&)> content_in(
    std::shared_ptr<const catalogue::Catalogue> catalogue, bool lists_alone) {
  return [catalogue = std::move(catalogue), lists_alone](const Match& match) {
    const auto profile = catalogue->find_resource(match.seen.resource_id);
    if (!profile || catalogue->is_deleted(*profile)) return Content::kAsSeen;
    if (catalogue->is_unmatched_context(*profile)) return Content::kContext;
    const bool same = catalogue->facts(*profile).version == match.seen.version;
    return lists_alone && same ? Content::kReread : Content::kAsSeen;
  };
}

std::function<std::vector<NamedList>(const std::string&)> lists_in(
    std::shared_ptr<const catalogue::Catalogue> catalogue) {
  return [catalogue = std::move(catalogue)](const std::string& resource_id) {
    return lists_naming(*catalogue, resource_id);
  };
}

namespace {

std::vector<MatchChange> changes_of(const std::vector<Match>& matches,
                                    const std::vector<FoundMatch>& found,
                                    const ScreeningView& view) {
  std::unordered_map<std::string_view, const Match*> known;
  for (const Match& match : matches)
    known.emplace(match.seen.resource_id, &match);
  std::unordered_map<std::string_view, const FoundMatch*> now;
  QrCodes codes(matches, view.taken_codes);
  std::vector<MatchChange> out;
  for (const FoundMatch& each : found) {
    now.emplace(each.resource_id, &each);
    const auto match = known.find(each.resource_id);
    if (match != known.end()) {
      const Match& before = *match->second;
      if (view.older_lists && before.seen.score > 0 && each.version < before.seen.version) continue;
      if (before.seen.score > 0 && content_of(before, view) == Content::kReread)
        replace_quietly(before, each, out);
      else
        apply(before, each, finding_of(before, each, view), view, out);
      continue;
    }
    MatchChange change{{.seen = each,
                        .match_version = view.version_floor + 1,
                        .created = view.now,
                        .updated = view.now,
                        .reviewed = view.now},
                       {},
                       "newMatch",
                       0,
                       {},
                       false,
                       {}};
    change.after.seen.qr_code = codes.take(each.qr_code);
    if (std::string closing = closing_reason(view.closing, change.after); !closing.empty()) {
      change.after.status = MatchStatus::kDiscarded;
      change.reason = std::move(closing);
    } else if (view.closing.closes(change.after)) {
      change.reason = kSampleOfClosed;
    }
    out.push_back(std::move(change));
  }
  if (view.older_lists) return out;
  for (const Match& match : matches) {
    if (match.seen.score == 0 || now.contains(match.seen.resource_id)) continue;
    if (view.looked_at && !view.looked_at(match.seen.resource_id)) continue;
    if (outlasts_change_of_family(match.status) && view.is_of_other_family &&
        view.is_of_other_family(match.seen.resource_id))
      continue;
    const Content content = content_of(match, view);
    if (content == Content::kReread) continue;
    // A review of a match with context stays as it is.
    if (content == Content::kContext && match.status != MatchStatus::kOpen) continue;
    FoundMatch gone = match.seen;
    gone.score = 0;
    gone.confidence.reset();
    apply(match, std::move(gone), content == Content::kContext ? Finding::kContext : Finding::kGone,
          view, out);
  }
  return out;
}

}  // namespace

std::vector<MatchChange> outcome_of(const std::vector<Match>& matches,
                                    const std::vector<FoundMatch>& found,
                                    const ScreeningView& view) {
  std::vector<MatchChange> out = changes_of(matches, found, view);
  if (!view.lists_of) return out;
  for (MatchChange& change : out)
    if (!change.quiet) change.lists = view.lists_of(change.after.seen.resource_id);
  return out;
}

}  // namespace vedette::service
