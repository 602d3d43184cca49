#include "api/monitoring/case_json.h"

#include <algorithm>

#include "api/monitoring/history_json.h"
#include "profile/profile_json.h"
#include "service/monitoring/match_json.h"

namespace vedette::api {
namespace {

using base::JsonWriter;

// Of the listed names that a row shows; the case has them all.
constexpr std::size_t kNamesOfRow = 3;
// The latest steps that an answer has; getHistory gives all of one match.
constexpr std::size_t kMostSteps = 2000;

void write_named_lists(JsonWriter& json, const std::vector<service::NamedList>& lists) {
  json.key("lists").begin_array();
  for (const service::NamedList& list : lists)
    json.begin_object().member("list", list.key).member("name", list.name).end_object();
  json.end_array();
}

void write_datasets(JsonWriter& json, profile::DatasetSet datasets) {
  json.key("datasets").begin_array();
  for (const profile::Dataset each : datasets.members())
    json.value(profile::code(each));
  json.end_array();
}

void write_names(JsonWriter& json, const std::vector<service::Match>& matches) {
  std::vector<std::string_view> names;
  for (const service::Match& match : matches)
    if (std::ranges::find(names, match.seen.matched_name) == names.end() &&
        names.size() < kNamesOfRow)
      names.push_back(match.seen.matched_name);
  json.key("names").begin_array();
  for (const std::string_view name : names)
    json.value(name);
  json.end_array();
}

void write_record(JsonWriter& json, const service::MonitorRecord& record) {
  json.key("record");
  service::write_open_record(json, record);
  json.end_object();
}

void write_case_match(JsonWriter& json, const service::MonitorRecord& record,
                      const service::Match& match, service::NamingLists& lists) {
  json.begin_object();
  write_named_lists(json, lists.of(match.seen.resource_id));
  json.member("birthDate", evidence::to_text(service::birth_agreement(record, match)));
  json.member("country", evidence::to_text(service::country_agreement(record, match)));
  json.member("createdDateTimeISO", base::iso_millis(match.created));
  json.key("match");
  service::write_match(json, record.family, match);
  json.end_object();
}

}  // namespace

void write_case_row(JsonWriter& json, const service::CaseRow& row) {
  const service::CaseSummary& summary = row.summary;
  json.begin_object().member("family", profile::to_text(row.record.family));
  write_record(json, row.record);
  json.member("score", summary.score);
  json.member("matches", static_cast<std::int64_t>(row.matches.size()));
  write_names(json, row.matches);
  write_datasets(json, summary.datasets);
  write_named_lists(json, summary.lists);
  json.member("birthDate", evidence::to_text(summary.birth_date));
  json.member("country", evidence::to_text(summary.country));
  json.member("oldestDateTimeISO", base::iso_millis(summary.oldest));
  json.member("newestDateTimeISO", base::iso_millis(summary.newest)).end_object();
}

void write_case(JsonWriter& json, const service::CaseDetail& detail, service::NamingLists& lists) {
  json.begin_object().member("family", profile::to_text(detail.record.family));
  write_record(json, detail.record);
  json.key("matches").begin_array();
  for (const service::Match& match : detail.matches)
    write_case_match(json, detail.record, match, lists);
  json.end_array().key("timeline").begin_array();
  const std::size_t steps = detail.timeline.size();
  for (std::size_t i = steps - std::min(steps, kMostSteps); i < steps; ++i) {
    write_open_step(json, detail.timeline[i]);
    json.member("qrCode", std::to_string(detail.timeline[i].qr_code)).end_object();
  }
  json.end_array().member("timelineSteps", static_cast<std::int64_t>(steps));
  json.key("items").begin_array();
  for (const service::CaseItem& item : detail.items)
    write_case_item(json, item);
  json.end_array().end_object();
}

void write_case_item(JsonWriter& json, const service::CaseItem& item) {
  json.begin_object().member("item", item.number).member("kind", service::to_text(item.kind));
  json.member("dateTimeISO", base::iso_millis(item.at)).member("username", item.username);
  if (!item.comment.empty()) json.member("comment", item.comment);
  if (item.kind == service::CaseItemKind::kFile) {
    json.member("name", item.name).member("mediaType", item.media_type);
    json.member("bytes", item.bytes).member("sha256", item.sha256);
  }
  if (item.kind == service::CaseItemKind::kLink) {
    json.member("name", item.name).member("linkKind", service::to_text(item.link_kind));
    json.member("linkFamily", profile::to_text(item.link_family)).member("linkId", item.link_id);
  }
  if (item.is_removed())
    json.member("removedDateTimeISO", base::iso_millis(item.removed))
        .member("removedBy", item.removed_by);
  json.end_object();
}

}  // namespace vedette::api
