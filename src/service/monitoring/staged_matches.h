#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/match_rows.h"
#include "service/monitoring/monitor_record.h"
#include "service/monitoring/screening_outcome.h"

namespace vedette::service {

// The matches of new records, written ahead of the records in many small transactions, so that the
// writes of others go between them: a batch of common names has hundreds of thousands of matches,
// and the ledger has one writer. Nobody sees them before the transaction that stores the records,
// which calls end(); what a save left behind that never got there is removed later.
class StagedMatches {
 public:
  StagedMatches(ledger::Ledger& ledger, const Actor& actor, base::Time now)
      : ledger_(ledger), actor_(actor), now_(now) {}

  // Reserves so many record numbers and gives the first.
  base::Result<std::int64_t> begin(std::int64_t records);
  // The matches of one new record. `record` needs its number, family and id.
  base::Result<void> add(const MonitorRecord& record, const std::vector<MatchChange>& matches,
                         const ScreenedUnder& under);
  // Writes what is left.
  base::Result<void> flush();

  // The version above which these matches begin, known after begin().
  std::int64_t version_floor() const { return version_floor_; }
  // Within the transaction that stores the records, before end(): whether a record with one of the
  // ids was added and deleted since begin(), so that its matches may have had the same versions.
  base::Result<bool> is_overtaken(ledger::ProjectWriter& writer) const;
  // Within the transaction that stores the records. kConflict when the matches are gone.
  base::Result<void> end(ledger::ProjectWriter& writer) const;
  // Removes them again, after a save that did not succeed.
  base::Result<void> remove();

 private:
  ledger::Ledger& ledger_;
  const Actor& actor_;
  const base::Time now_;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::int64_t version_floor_ = 0;
  std::int64_t last_event_ = 0;      // at begin()
  std::set<std::string> deletions_;  // how the feed would tell that one of the records is deleted
  std::vector<MatchRow> matches_;
  std::vector<HistoryRow> history_;
};

// Removes what saves left behind that never ended, staged before `before`.
base::Result<void> remove_abandoned_matches(ledger::Ledger& ledger,
                                            const ledger::OperatorScope& scope, base::Time before);

}  // namespace vedette::service
