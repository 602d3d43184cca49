#include "service/monitoring/record_changes.h"

#include "base/json_writer.h"
#include "service/monitoring/match_json.h"
#include "service/monitoring/match_rules.h"

namespace vedette::service {
namespace {

using base::Result;

// How the history and the feed call a change that the service made.
struct ChangeNames {
  const char* action;
  const char* event;
};
ChangeNames names_of(const MatchChange& change) {
  if (change.is_new()) return {"created", "match.created"};
  if (change.moves_status() && change.after.status == MatchStatus::kOpen)
    return {"reopened", "match.reopened"};
  if (change.moves_status() && change.after.status == MatchStatus::kDiscarded)
    return {"discarded", "match.discarded"};
  return {"updated", "match.updated"};
}

base::JsonWriter& begin_event(base::JsonWriter& json, const MonitorRecord& record) {
  return json.begin_object()
      .member("family", profile::to_text(record.family))
      .member("monitorRecordId", record.id);
}

void write_lists(base::JsonWriter& json, const std::vector<NamedList>& lists) {
  json.key("lists").begin_array();
  for (const NamedList& each : lists)
    json.begin_object().member("list", each.key).member("name", each.name).end_object();
  json.end_array();
}

// `lists`: null for an event of a person, who saw the lists elsewhere.
Event event_of(std::string type, const MonitorRecord& record, const Match& match,
               std::optional<MatchStatus> before, std::string_view reason,
               const std::vector<NamedList>* lists) {
  Event event{std::move(type), {}};
  base::JsonWriter json(event.data);
  begin_event(json, record).member("recordName", record.criteria.name).key("match");
  write_match(json, record.family, match);
  if (lists != nullptr) write_lists(json, *lists);
  if (before) json.member("previousStatus", status_name(*before));
  json.member("currentStatus", status_name(match.status)).member("reason", reason).end_object();
  return event;
}

// The match as it was, as far as it is counted by.
Match before_of(const MatchChange& change) {
  Match match;
  match.status = *change.before;
  match.seen.score = change.score_before;
  match.seen.datasets = change.datasets_before;
  match.created = change.after.created;
  return match;
}

}  // namespace

HistoryStep history_step(const MatchChange& change, const Actor& actor, base::Time now) {
  const Match& match = change.after;
  HistoryStep step;
  step.qr_code = match.seen.qr_code;
  step.at = now;
  step.action = names_of(change).action;
  step.is_review = change.moves_status();
  step.from = change.before;
  step.to = match.status;
  step.score = match.seen.score;
  step.version = match.seen.version;
  step.match_version = match.match_version;
  step.request_id = actor.request_id;
  step.reason = change.reason;
  return step;
}

Event match_event(const MonitorRecord& record, const MatchChange& change) {
  return event_of(names_of(change).event, record, change.after, change.before, change.reason,
                  &change.lists);
}

// The name is left out: staged_matches.cc knows a deleted record by these bytes, whatever its name
// was.
std::string record_event_data(const MonitorRecord& record) {
  std::string data;
  base::JsonWriter json(data);
  begin_event(json, record).end_object();
  return data;
}

Result<void> RecordChanges::apply(MonitorRecord& record, const std::vector<MatchChange>& changes,
                                  const ScreenedUnder& under) {
  const StatusCounts before = record.counts;
  for (const MatchChange& change : changes) {
    const Match& match = change.after;
    const MatchRow row{record.number, record.family, match, under};
    if (change.is_new()) {
      new_matches_.push_back(row);
    } else {
      --record.counts.of(*change.before);
      tally_.remove(record.family, before_of(change));
      VEDETTE_TRY(update_match(writer_, row));
    }
    ++record.counts.of(match.status);
    tally_.add(record.family, match);
    if (change.quiet) continue;
    history_.push_back({record.number, history_step(change, actor_, now_)});
    events_.push_back(match_event(record, change));
    if (change.reason == finding_name(Finding::kProfileChanged))
      events_.push_back(
          event_of("profile.updated", record, match, change.before, change.reason, &change.lists));
  }
  if (record.counts != before) record.updated = now_;
  return {};
}

void RecordChanges::reviewed(const MonitorRecord& record, const Match& match, HistoryStep step) {
  Match then = match;
  then.status = step.to;
  events_.push_back(event_of("match.reviewed", record, then, step.from, step.action, nullptr));
  history_.push_back({record.number, std::move(step)});
}

void RecordChanges::forget(const MonitorRecord& record, const std::vector<Match>& matches) {
  for (const Match& match : matches)
    tally_.remove(record.family, match);
}

void RecordChanges::moved(const MonitorRecord& record, const Match& match, MatchStatus before) {
  Match then = match;
  then.status = before;
  tally_.remove(record.family, then);
  tally_.add(record.family, match);
}

void RecordChanges::announce(MonitorRecord& record, const std::vector<Event>& events,
                             const StatusCounts& counts, const MatchTally& tally) {
  for (const MatchStatus status : kMatchStatuses)
    record.counts.of(status) += counts.of(status);
  tally_.add(tally);
  events_.insert(events_.end(), events.begin(), events.end());
}

// Whoever follows the feed knows a record before its matches.
void RecordChanges::created_event(const MonitorRecord& record, std::size_t events_before) {
  events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(events_before),
                 {"record.created", record_event_data(record)});
}

void RecordChanges::record_event(std::string type, const MonitorRecord& record) {
  events_.push_back({std::move(type), record_event_data(record)});
}

Result<void> RecordChanges::flush() {
  VEDETTE_TRY(insert_matches(writer_, new_matches_));
  VEDETTE_TRY(append_history(writer_, history_));
  VEDETTE_TRY(append_events(writer_, events_, now_));
  VEDETTE_TRY(tally_.flush(writer_));
  return totals_.flush(writer_);
}

}  // namespace vedette::service
