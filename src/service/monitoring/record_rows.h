#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// The rows of records, totals and chunks in the ledger, all within the caller's transaction and
// project. `Reader` is ledger::ProjectReader or ProjectWriter. A record that somebody changed
// behind our back is never given: the read fails with RECORD_ALTERED (row_seals.h).

// Record numbers [chunk * size, (chunk + 1) * size) are brought up to date together.
inline constexpr std::int64_t kRecordsPerChunk = 4096;
constexpr std::int64_t chunk_of(std::int64_t record_number) {
  return record_number / kRecordsPerChunk;
}

template <class Reader>
base::Result<std::optional<MonitorRecord>> find_record(Reader& reader, profile::Family family,
                                                       const std::string& id);

// Where a list of records goes on.
struct RecordPlace {
  base::Time created = {};
  std::string id = {};
};
struct RecordPage {
  profile::Family family = profile::Family::kIndividual;
  RecordPlace after = {};
  bool open_only = false;
  std::string search = {};  // part of the name, or a whole id; empty: all
  base::Time created_from = {};
  base::Time created_to = {};
  std::int64_t limit = 0;
  std::int64_t offset = 0;
};
// Live records in the order of creation, then of ids.
base::Result<std::vector<MonitorRecord>> list_records(ledger::ProjectReader& reader,
                                                      const RecordPage& page);
// The live records of one chunk, ordered by number. One that was changed behind our back is left
// out, logged and counted, so that the others are screened all the same; how many is added to
// `left_out`.
base::Result<std::vector<MonitorRecord>> chunk_records(ledger::ProjectReader& reader,
                                                       std::int64_t chunk,
                                                       std::int64_t* left_out = nullptr);

// Records after a number, deleted ones too, whether or not they fit their seals.
template <class Reader>
base::Result<std::vector<MonitorRecord>> stored_records(Reader& reader, std::int64_t after,
                                                        std::int64_t limit);

template <class Reader>
base::Result<std::optional<MonitorRecord>> record_by_number(Reader& reader, std::int64_t number);

base::Result<FamilyTotals> read_totals(ledger::ProjectReader& reader, profile::Family family);

// Takes `count` numbers of a kind; gives the first.
base::Result<std::int64_t> take_numbers(ledger::ProjectWriter& writer, std::string_view kind,
                                        std::int64_t count);

base::Result<void> insert_records(ledger::ProjectWriter& writer,
                                  const std::vector<MonitorRecord>& records);
// Criteria, counters and times; not the identity. `record` was read in the same transaction.
base::Result<void> update_record(ledger::ProjectWriter& writer, MonitorRecord& record);
// Notes that the record is screened under this generation, and nothing else.
base::Result<void> settle_record(ledger::ProjectWriter& writer, MonitorRecord& record,
                                 std::int64_t generation);
base::Result<void> mark_deleted(ledger::ProjectWriter& writer, MonitorRecord record,
                                base::Time now);
// Seals a record that has no seal yet.
base::Result<void> seal_record(ledger::ProjectWriter& writer, const MonitorRecord& record);

// Changes of the family totals, gathered over one transaction.
class TotalsChange {
 public:
  void add(const MonitorRecord& record) { move(record.family, record.counts, 1); }
  void remove(const MonitorRecord& record) { move(record.family, record.counts, -1); }
  void replace(profile::Family family, const StatusCounts& before, const StatusCounts& after) {
    move(family, before, -1);
    move(family, after, 1);
  }
  base::Result<void> flush(ledger::ProjectWriter& writer) const;

 private:
  void move(profile::Family family, const StatusCounts& counts, std::int64_t sign);
  std::map<profile::Family, FamilyTotals> changes_;
};

// Says that records of these chunks were saved, screened under `under`: a chunk that claims more is
// taken back to that, so that re-screening does not pass over them.
base::Result<void> touch_chunks(ledger::ProjectWriter& writer, const std::set<std::int64_t>& chunks,
                                const ScreenedUnder& under, base::Time now);

}  // namespace vedette::service
