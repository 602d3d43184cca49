#include "service/monitoring/screening_outcome.h"

#include <unordered_map>
#include <unordered_set>

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
  MatchChange change{match, match.status, {}, match.seen.score, match.seen.datasets, true};
  change.after.seen = std::move(seen);
  out.push_back(std::move(change));
}

void apply(const Match& match, FoundMatch seen, Finding finding, const ScreeningView& view,
           std::vector<MatchChange>& out) {
  seen.qr_code = match.seen.qr_code;
  const MatchStatus status = status_after(match.standing(), finding, seen.score, view.auto_discard);
  if (status == match.status && seen == match.seen) return;
  MatchChange change{match,
                     match.status,
                     std::string(finding_name(finding)),
                     match.seen.score,
                     match.seen.datasets,
                     false};
  change.after.seen = std::move(seen);
  change.after.status = status;
  change.after.match_version += 1;
  change.after.updated = view.now;
  if (change.moves_status()) change.after.reviewed = view.now;
  out.push_back(std::move(change));
}

}  // namespace

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

std::vector<MatchChange> outcome_of(const std::vector<Match>& matches,
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
                       false};
    change.after.seen.qr_code = codes.take(each.qr_code);
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
    apply(match, std::move(gone), content == Content::kContext ? Finding::kContext : Finding::kGone,
          view, out);
  }
  return out;
}

}  // namespace vedette::service
