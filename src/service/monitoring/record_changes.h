#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/monitoring/match_counts.h"
#include "service/monitoring/match_rows.h"
#include "service/monitoring/monitor_record.h"
#include "service/monitoring/record_rows.h"
#include "service/monitoring/screening_outcome.h"

namespace vedette::service {

// The rows of one change of a match: its step of history, and its event for the feed.
HistoryStep history_step(const MatchChange& change, const Actor& actor, base::Time now);
Event match_event(const MonitorRecord& record, const MatchChange& change);
// What the feed tells with "record.deleted" and the like.
std::string record_event_data(const MonitorRecord& record);

// The changes of one transaction to records and matches: counters, totals, history and events move
// together, and what can be written in bulk is written at the end by flush().
class RecordChanges {
 public:
  RecordChanges(ledger::ProjectWriter& writer, const Actor& actor, base::Time now)
      : writer_(writer), actor_(actor), now_(now) {}

  // Moves the matches of the record and its counters. `record` is changed in memory; the caller
  // writes its row.
  base::Result<void> apply(MonitorRecord& record, const std::vector<MatchChange>& changes,
                           const ScreenedUnder& under);
  // As apply() for matches that are new and whose rows and events were made before (see
  // StagedMatches).
  void announce(MonitorRecord& record, const std::vector<Event>& events, const StatusCounts& counts,
                const MatchTally& tally);
  // The matches of a record that is deleted count no more.
  void forget(const MonitorRecord& record, const std::vector<Match>& matches);
  // A client's reviews moved the match from this status to what it is now.
  void moved(const MonitorRecord& record, const Match& match, MatchStatus before);
  // What happened to a match by a client's review.
  void reviewed(const MonitorRecord& record, const Match& match, HistoryStep step);
  // "record.updated" and so on.
  void record_event(std::string type, const MonitorRecord& record);
  // "record.created", before those events of its matches that came after the first so many.
  void created_event(const MonitorRecord& record, std::size_t events_before);
  std::size_t event_count() const { return events_.size(); }
  void event(std::string type, std::string data) {
    events_.push_back({std::move(type), std::move(data)});
  }

  TotalsChange& totals() { return totals_; }
  base::Result<void> flush();

 private:
  ledger::ProjectWriter& writer_;
  const Actor& actor_;
  const base::Time now_;
  std::vector<MatchRow> new_matches_;
  std::vector<HistoryRow> history_;
  std::vector<Event> events_;
  TotalsChange totals_;
  MatchTally tally_;
};

}  // namespace vedette::service
