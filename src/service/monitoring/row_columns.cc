#include "service/monitoring/row_columns.h"

#include "service/monitoring/record_rows.h"

namespace vedette::service {

static_assert(kRecordsPerChunk == 4096, "VEDETTE_CHUNK_OF_RECORD says so");

MonitorRecord record_of(RecordCells&& cells) {
  auto& [number, family, id, name, countries, dob, gender, details, cut, created, updated, deleted,
         version, open, true_positive, false_positive, discarded, generation, engine, settings,
         screened, chunk_screened, seal] = cells;
  MonitorRecord out;
  out.number = number;
  out.family = family_of_number(family);
  out.id = std::move(id.bytes);
  auto read_details = evidence::details_from_json(details);
  out.criteria = {std::move(name), split(countries), std::move(dob), std::move(gender),
                  read_details.ok() ? *read_details : evidence::PartyDetails()};
  out.name_cut = cut;
  out.created = created;
  out.updated = updated;
  out.deleted = deleted;
  out.criteria_version = version;
  out.counts.of(MatchStatus::kOpen) = open;
  out.counts.of(MatchStatus::kTruePositive) = true_positive;
  out.counts.of(MatchStatus::kFalsePositive) = false_positive;
  out.counts.of(MatchStatus::kDiscarded) = discarded;
  out.screened = {generation, engine, settings};
  out.own_screened_at = screened;
  out.screened_at = std::max(screened, chunk_screened.value_or(screened));
  // A number of no family is read as one: it was never written, so that no seal can be of it.
  // The same is true of details that cannot be read.
  if (family == family_number(out.family) && read_details.ok()) out.seal = seal;
  return out;
}

Match match_of(MatchCells&& cells) {
  auto& [qr_code, resource, status, score, matched, name, countries, datasets, births, gender, tier,
         version, match_version, client_status, client_score, client_confidence, confidence, terms,
         sentence, matched_by, created, updated, reviewed, seal] = cells;
  Match match;
  match.seen = {std::move(resource),
                qr_code,
                static_cast<int>(score),
                std::move(matched),
                std::move(name),
                std::move(countries),
                profile::DatasetSet::from_bits(static_cast<std::uint16_t>(datasets)),
                std::move(births),
                std::move(gender),
                std::move(tier),
                version,
                std::move(matched_by),
                {}};
  if (confidence >= 0)
    match.seen.confidence =
        MatchConfidence{static_cast<int>(confidence), std::move(terms), std::move(sentence)};
  match.status = static_cast<MatchStatus>(status);
  match.match_version = match_version;
  if (client_status && client_score)
    match.verdict = ClientVerdict{
        static_cast<MatchStatus>(*client_status),
        {static_cast<int>(*client_score),
         client_confidence ? std::optional(static_cast<int>(*client_confidence)) : std::nullopt}};
  match.created = created;
  match.updated = updated;
  match.reviewed = reviewed;
  match.seal = seal;
  return match;
}

}  // namespace vedette::service
