#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// The rows of matches, their history and events, all within the caller's transaction and project.
// `Reader` is ledger::ProjectReader or ProjectWriter. What somebody changed behind our back is
// never given: the read fails with RECORD_ALTERED (row_seals.h). Whoever updates a match has read
// it in the same transaction.

// All matches of a record: score descending, then name, then qr code.
template <class Reader>
base::Result<std::vector<Match>> matches_of(Reader& reader, std::int64_t record_number);
template <class Reader>
base::Result<std::optional<Match>> find_match(Reader& reader, std::int64_t record_number,
                                              std::int64_t qr_code);

// The match of a record with a profile, gone or not; and the numbers of all its matches.
base::Result<std::optional<Match>> match_by_resource(ledger::ProjectWriter& writer,
                                                     std::int64_t record_number,
                                                     std::string_view resource_id);
base::Result<std::vector<std::int64_t>> match_codes(ledger::ProjectWriter& writer,
                                                    std::int64_t record_number);

// Which profiles the records of a chunk have matches with.
struct MatchKey {
  std::int64_t record_number = 0;
  std::string resource_id = {};
};
base::Result<std::vector<MatchKey>> chunk_match_keys(ledger::ProjectReader& reader,
                                                     std::int64_t chunk);

// A match as it is written, with what it was screened under.
struct MatchRow {
  std::int64_t record_number = 0;
  profile::Family family = profile::Family::kIndividual;
  Match match = {};
  ScreenedUnder under = {};
};
base::Result<void> insert_matches(ledger::ProjectWriter& writer, const std::vector<MatchRow>& rows);
base::Result<void> update_match(ledger::ProjectWriter& writer, const MatchRow& row);
// Status, verdict and time of the last review alone.
base::Result<void> update_review(ledger::ProjectWriter& writer, std::int64_t record_number,
                                 Match match);
// The matches of a deleted record leave every list.
base::Result<void> hide_matches(ledger::ProjectWriter& writer, std::int64_t record_number);

struct HistoryRow {
  std::int64_t record_number = 0;
  HistoryStep step = {};
};
// Numbers the steps.
base::Result<void> append_history(ledger::ProjectWriter& writer, std::vector<HistoryRow>& rows);
// Oldest first.
template <class Reader>
base::Result<std::vector<HistoryStep>> history_of(Reader& reader, std::int64_t record_number,
                                                  std::int64_t qr_code);

// Rows of a range of records as they are stored, whether or not they fit their seals; for whoever
// seals or verifies them.
struct NumberRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
};
struct StoredMatch {
  std::int64_t record_number = 0;
  profile::Family family = profile::Family::kIndividual;
  bool deleted = false;
  Match match = {};
};
template <class Reader>
base::Result<std::vector<StoredMatch>> stored_matches(Reader& reader, const NumberRange& records);
template <class Reader>
base::Result<std::vector<HistoryRow>> stored_history(Reader& reader, const NumberRange& records);
// Seal rows that have no seal yet.
base::Result<void> seal_match(ledger::ProjectWriter& writer, std::int64_t record_number,
                              const Match& match);
base::Result<void> seal_history(ledger::ProjectWriter& writer, const HistoryRow& row);
// Removes the matches and the history of a range of records.
base::Result<void> remove_matches(ledger::ProjectWriter& writer, const NumberRange& records);

struct Event {
  std::string type = {};  // match.created
  std::string data = {};  // JSON
};
base::Result<void> append_events(ledger::ProjectWriter& writer, const std::vector<Event>& events,
                                 base::Time now);

}  // namespace vedette::service
