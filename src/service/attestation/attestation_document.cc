#include <fmt/format.h>

#include "base/json_writer.h"
#include "service/attestation/attestation.h"

namespace vedette::service {
namespace {

using base::JsonWriter;
using base::Time;

constexpr std::int64_t kMinuteMillis = 60'000;

void time_member(JsonWriter& json, std::string_view name, std::optional<Time> time) {
  if (time) json.member(name, base::iso_millis(*time));
}

void write_version(JsonWriter& json, const AttestedVersion& version) {
  json.begin_object().member("generation", version.generation);
  json.member("published", version.published);
  time_member(json, "publishedDateTimeISO", version.published_at);
  if (version.published_at) json.member("publicationTimeFrom", version.published_by);
  time_member(json, "fetchedDateTimeISO", version.fetched);
  time_member(json, "servedDateTimeISO", version.served);
  time_member(json, "screenedDateTimeISO", version.screened);
  if (const auto minutes = version.minutes_from_publication())
    json.member("minutesFromPublication", *minutes);
  if (const auto minutes = version.minutes_from_fetch()) json.member("minutesFromFetch", *minutes);
  json.member("servedBeforeTheDay", version.before_day).member("late", version.late);
  json.member("records", version.records).member("sha256", version.checksum).end_object();
}

void write_list(JsonWriter& json, const AttestedList& list) {
  json.begin_object().member("list", list.list).member("name", list.name);
  json.member("source", list.source);
  time_member(json, "confirmedDateTimeISO", list.confirmed);
  json.member("removed", list.removed).key("versions").begin_array();
  for (const AttestedVersion& version : list.versions)
    write_version(json, version);
  json.end_array().end_object();
}

void write_gap(JsonWriter& json, const AttestationGap& gap) {
  json.begin_object().member("reason", gap.reason).member("list", gap.list);
  time_member(json, "fromDateTimeISO", gap.from);
  time_member(json, "untilDateTimeISO", gap.until);
  json.member("minutes", std::max<std::int64_t>(0, (gap.until - gap.from).count / kMinuteMillis));
  json.member("late", gap.late).member("text", gap.text).end_object();
}

// The last record on this day that a change of the lists reached.
std::optional<Time> last_screened(const Attestation& attestation) {
  std::optional<Time> last;
  for (const ScreeningCompletion& each : attestation.facts.completions)
    if (each.completed < attestation.facts.until)
      last = std::max(last.value_or(each.completed), each.completed);
  return last;
}

}  // namespace

std::string_view state_name(const Attestation& attestation, bool closed) {
  if (!closed) return "open";
  return attestation.complete() ? "complete" : "late";
}

std::string attestation_document(const Attestation& attestation, std::optional<Time> closed,
                                 std::string_view program) {
  const DayFacts& facts = attestation.facts;
  std::string out;
  JsonWriter json(out);
  json.begin_object().member("document", "attestation").member("project", facts.project);
  json.member("company", facts.company).member("date", facts.day.date);
  json.member("timeZone", facts.time_zone);
  time_member(json, "dayBeginsDateTimeISO", facts.day.begins);
  time_member(json, "dayEndsDateTimeISO", facts.day.ends);
  json.member("state", state_name(attestation, closed.has_value()));
  time_member(json, "closedDateTimeISO", closed);
  json.member("lateAfterMinutes", facts.late_after.count / kMinuteMillis);
  json.key("records").begin_object().member("watched", facts.records.records);
  json.member("screened", facts.records.records - facts.records.behind);
  json.member("behind", facts.records.behind).member("notScreenable", facts.records.unscreened);
  time_member(json, "lastScreenedDateTimeISO", last_screened(attestation));
  json.end_object().key("lists").begin_array();
  for (const AttestedList& list : attestation.lists)
    write_list(json, list);
  json.end_array().key("gaps").begin_array();
  for (const AttestationGap& gap : attestation.gaps)
    write_gap(json, gap);
  json.end_array().member("vedette", program).end_object();
  return out + "\n";
}

}  // namespace vedette::service
