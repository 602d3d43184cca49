#include "service/monitoring/match_json.h"

#include <algorithm>

#include "profile/profile_json.h"
#include "service/monitoring/screening_outcome.h"
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

// Of a match by an identifier, with the name or without.
void write_matched_by(base::JsonWriter& json, std::string_view matched_by) {
  std::vector<std::string> identifiers;
  bool by_name = false;
  while (!matched_by.empty()) {
    const std::string_view one = matched_by.substr(0, matched_by.find(' '));
    matched_by.remove_prefix(std::min(one.size() + 1, matched_by.size()));
    if (one == "name")
      by_name = true;
    else
      identifiers.emplace_back(one);
  }
  write_texts(json, "matchedBy",
              by_name ? std::vector<std::string>{"name", "identifier"}
                      : std::vector<std::string>{"identifier"});
  write_texts(json, "matchedIdentifiers", identifiers);
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
  if (seen.matched_by != "name") write_matched_by(json, seen.matched_by);
  if (seen.confidence) {
    json.member("confidence", seen.confidence->percent);
    json.member("confidenceExplanation", seen.confidence->sentence);
    json.key("evidenceTerms").raw(seen.confidence->terms);
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
  evidence::write_details(json, record.criteria.details);
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
  // A review by the service shows its status alone, unless a person may ask why.
  if (!review.by_client && review.reason.starts_with(kBelowConfidenceLine))
    json.member("reason", review.reason);
  json.member("dateTimeISO", base::iso_millis(review.at));
}

}  // namespace vedette::service
