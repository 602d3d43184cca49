#include "service/monitoring/row_seals.h"

#include <fmt/format.h>

namespace vedette::service {
namespace {

using ledger::RowSeals;
using ledger::SealedContent;

constexpr std::string_view kCode = "RECORD_ALTERED";

std::optional<std::int64_t> number_of(const std::optional<MatchStatus>& status) {
  return status ? std::optional(static_cast<std::int64_t>(*status)) : std::nullopt;
}

// From these versions on the seal stands over the details of a record and the confidence of a
// match. A row with an earlier seal has none, or somebody else wrote them.
constexpr int kDetailsSealed = 2;
constexpr int kConfidenceSealed = 2;
constexpr int kMatchedBySealed = 3;
constexpr std::string_view kByName = "name";  // of every match with an earlier seal

std::optional<std::int64_t> percent_of(const std::optional<int>& confidence) {
  return confidence ? std::optional<std::int64_t>(*confidence) : std::nullopt;
}

void add_confidence(SealedContent& content, const std::optional<MatchConfidence>& confidence) {
  content.add(std::int64_t{confidence.has_value()});
  if (confidence)
    content.add(std::int64_t{confidence->percent}).add(confidence->terms).add(confidence->sentence);
}

bool has_only_what_is_sealed(const MonitorRecord& record) {
  return record.seal.version() >= kDetailsSealed || record.criteria.details.empty();
}
bool has_only_what_is_sealed(const Match& match) {
  if (match.seal.version() < kMatchedBySealed && match.seen.matched_by != kByName) return false;
  return match.seal.version() >= kConfidenceSealed ||
         (!match.seen.confidence && !(match.verdict && match.verdict->seen.confidence));
}

SealedContent content_of(base::ProjectId project, const MonitorRecord& record,
                         base::Time screened_at, int version) {
  SealedContent content("records", version, project);
  content.add(record.number).add(family_number(record.family)).add(record.id);
  content.add(record.criteria.name);
  // As it comes back from the row: an empty country at the end is lost there.
  content.add(join(split(join(record.criteria.countries))));
  content.add(record.criteria.dob).add(record.criteria.gender);
  if (version >= kDetailsSealed) content.add(evidence::to_json(record.criteria.details));
  content.add(std::int64_t{record.name_cut});
  content.add(record.created.unix_millis).add(record.updated.unix_millis);
  content.add(record.deleted ? std::optional(record.deleted->unix_millis) : std::nullopt);
  content.add(record.criteria_version);
  for (const MatchStatus status : kMatchStatuses)
    content.add(record.counts.of(status));
  content.add(record.screened.generation).add(record.screened.engine);
  content.add(record.screened.settings).add(screened_at.unix_millis);
  return content;
}

SealedContent content_of(base::ProjectId project, std::int64_t record_number, const Match& match,
                         int version) {
  const FoundMatch& seen = match.seen;
  SealedContent content("matches", version, project);
  content.add(record_number).add(seen.qr_code).add(seen.resource_id);
  content.add(static_cast<std::int64_t>(match.status)).add(std::int64_t{seen.score});
  content.add(seen.matched_name).add(seen.name).add(seen.countries);
  content.add(static_cast<std::int64_t>(seen.datasets.bits()));
  content.add(seen.births).add(seen.gender).add(seen.pep_tier).add(seen.version);
  if (version >= kConfidenceSealed) add_confidence(content, seen.confidence);
  if (version >= kMatchedBySealed) content.add(seen.matched_by);
  content.add(match.match_version);
  content.add(std::int64_t{match.verdict.has_value()});
  if (match.verdict)
    content.add(static_cast<std::int64_t>(match.verdict->status))
        .add(std::int64_t{match.verdict->seen.score});
  if (match.verdict && version >= kConfidenceSealed)
    content.add(percent_of(match.verdict->seen.confidence));
  content.add(match.created.unix_millis).add(match.updated.unix_millis);
  content.add(match.reviewed.unix_millis);
  return content;
}

SealedContent content_of(base::ProjectId project, std::int64_t record_number,
                         const HistoryStep& step, int version) {
  SealedContent content("match_history", version, project);
  content.add(record_number).add(step.qr_code).add(step.number).add(step.at.unix_millis);
  content.add(std::int64_t{step.by_client}).add(step.action).add(std::int64_t{step.is_review});
  content.add(number_of(step.from)).add(static_cast<std::int64_t>(step.to));
  content.add(step.score).add(step.version).add(step.match_version);
  content.add(step.client_risk_rating).add(step.client_comment).add(step.client_user_id);
  content.add(step.username).add(step.request_id).add(step.reason);
  return content;
}

bool is_known(int version, int newest) {
  return version >= 1 && version <= newest;
}

base::Error altered(const RowSeals& seals, base::ProjectId project, std::int64_t record_number,
                    std::string_view row, const std::string& message) {
  seals.found_altered(
      fmt::format("{} of record number {} of project {}", row, record_number, project.value()));
  const std::string sentence = message + " `vedette verify` tells more.";
  return {base::Cause::kCorrupt, sentence, {{"", std::string(kCode), sentence}}};
}

}  // namespace

ledger::RowSeal seal_of(const RowSeals& seals, base::ProjectId project, const MonitorRecord& record,
                        base::Time screened_at) {
  return seals.seal(content_of(project, record, screened_at, kRecordSealVersion));
}

ledger::RowSeal seal_of(const RowSeals& seals, base::ProjectId project, std::int64_t record_number,
                        const Match& match) {
  return seals.seal(content_of(project, record_number, match, kMatchSealVersion));
}

ledger::RowSeal seal_of(const RowSeals& seals, base::ProjectId project, std::int64_t record_number,
                        const HistoryStep& step) {
  return seals.seal(content_of(project, record_number, step, kHistorySealVersion));
}

bool is_sealed(const RowSeals& seals, base::ProjectId project, const MonitorRecord& record) {
  const int version = record.seal.version();
  return is_known(version, kRecordSealVersion) && has_only_what_is_sealed(record) &&
         seals.fits(record.seal, content_of(project, record, record.own_screened_at, version));
}

bool is_sealed(const RowSeals& seals, base::ProjectId project, std::int64_t record_number,
               const Match& match) {
  const int version = match.seal.version();
  return is_known(version, kMatchSealVersion) && has_only_what_is_sealed(match) &&
         seals.fits(match.seal, content_of(project, record_number, match, version));
}

bool is_sealed(const RowSeals& seals, base::ProjectId project, std::int64_t record_number,
               const HistoryStep& step) {
  const int version = step.seal.version();
  return is_known(version, kHistorySealVersion) &&
         seals.fits(step.seal, content_of(project, record_number, step, version));
}

base::Error altered_record(const RowSeals& seals, base::ProjectId project,
                           const MonitorRecord& record) {
  return altered(seals, project, record.number, "the row",
                 fmt::format("The {} record {} is not what was saved: somebody changed it in the "
                             "database.",
                             profile::to_text(record.family), record.id));
}

base::Error altered_match(const RowSeals& seals, base::ProjectId project,
                          std::int64_t record_number, std::int64_t qr_code) {
  return altered(seals, project, record_number, fmt::format("match {}", qr_code),
                 fmt::format("The match {} of record number {} is not what was saved: somebody "
                             "changed it in the database.",
                             qr_code, record_number));
}

base::Error altered_history(const RowSeals& seals, base::ProjectId project,
                            std::int64_t record_number, std::int64_t qr_code) {
  return altered(seals, project, record_number, fmt::format("the history of match {}", qr_code),
                 fmt::format("The history of match {} of record number {} is not what was saved: "
                             "somebody changed it in the database.",
                             qr_code, record_number));
}

base::Error missing_matches(const RowSeals& seals, base::ProjectId project,
                            const MonitorRecord& record) {
  return altered(seals, project, record.number, "the number of matches",
                 fmt::format("The {} record {} has other matches than were saved: somebody changed "
                             "them in the database.",
                             profile::to_text(record.family), record.id));
}

bool is_altered(const base::Error& error) {
  return !error.details.empty() && error.details.front().code == kCode;
}

}  // namespace vedette::service
