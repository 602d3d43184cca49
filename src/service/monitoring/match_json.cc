#include "service/monitoring/match_json.h"

#include "profile/profile_json.h"
#include "service/screening/name_cut.h"

namespace vedette::service {
namespace {

void write_texts(base::JsonWriter& json, std::string_view name,
                 const std::vector<std::string>& texts) {
  json.key(name).begin_array();
  for (const std::string& text : texts)
    json.value(text);
  json.end_array();
}

void optional_member(base::JsonWriter& json, std::string_view name,
                     const std::optional<std::string>& text) {
  if (text) json.member(name, *text);
}

// What a record as a whole looks like to an analyst. Nothing when no match is known of a name that
// was not compared in full: nobody may take that for screened.
std::string_view record_status(const MonitorRecord& record) {
  if (record.counts.of(MatchStatus::kOpen) > 0) return "open";
  if (record.counts.total() > 0) return "closed";
  return record.name_cut ? "" : "screenedNoMatches";
}

}  // namespace

void write_match(base::JsonWriter& json, profile::Family family, const Match& match) {
  const FoundMatch& seen = match.seen;
  json.begin_object().member("currentStatus", status_name(match.status));
  json.member("score", seen.score).member("resourceId", seen.resource_id);
  json.member("qrCode", std::to_string(seen.qr_code));
  json.member("name", seen.name).member("match", seen.matched_name);
  write_texts(json, "countries", split(seen.countries));
  json.key("datasets").begin_array();
  for (const profile::Dataset each : seen.datasets.members())
    json.value(profile::code(each));
  json.end_array().member("version", seen.version);
  json.member("resourceUri", profile::resource_uri(family, seen.resource_id));
  json.member("matchVersion", match.match_version);
  if (family == profile::Family::kIndividual) {
    write_texts(json, "datesOfBirth", split(seen.births));
    profile::optional_member(json, "gender", seen.gender);
    profile::optional_member(json, "pepTier", seen.pep_tier);
  }
  json.member("lastReviewDateTimeISO", base::iso_millis(match.reviewed)).end_object();
}

void write_open_record(base::JsonWriter& json, const MonitorRecord& record) {
  json.begin_object().member("id", record.id).member("name", record.criteria.name);
  write_texts(json, "countries", record.criteria.countries);
  if (record.family == profile::Family::kIndividual) {
    profile::optional_member(json, "dob", record.criteria.dob);
    profile::optional_member(json, "gender", record.criteria.gender);
  }
  json.member("openCount", record.counts.of(MatchStatus::kOpen));
  json.member("falsePositiveCount", record.counts.of(MatchStatus::kFalsePositive));
  json.member("truePositiveCount", record.counts.of(MatchStatus::kTruePositive));
  json.member("discardedCount", record.counts.of(MatchStatus::kDiscarded));
  json.member("createdDateTimeISO", base::iso_millis(record.created));
  json.member("lastUpdatedDateTimeISO", base::iso_millis(record.updated));
  profile::optional_member(json, "status", std::string(record_status(record)));
  json.member("lastScreenedDateTimeISO", base::iso_millis(record.screened_at));
  if (record.name_cut) json.key("warnings").begin_array().value(kNameCut).end_array();
}

void write_open_review(base::JsonWriter& json, const HistoryStep& review) {
  json.begin_object().member("status", status_name(review.to));
  optional_member(json, "clientRiskRating", review.client_risk_rating);
  optional_member(json, "clientComment", review.client_comment);
  optional_member(json, "clientUserId", review.client_user_id);
  json.member("dateTimeISO", base::iso_millis(review.at));
}

}  // namespace vedette::service
