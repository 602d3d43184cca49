#include "service/monitoring/profile_records.h"

#include <set>

#include "service/monitoring/row_columns.h"
#include "service/monitoring/row_seals.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr ProjectSql kMatchesOfProfile =
    "select " VEDETTE_RECORD_COLUMNS ", " VEDETTE_MATCH_COLUMNS
    " from matches m join records r on r.project_id = m.project_id"
    " and r.record_number = m.record_number" VEDETTE_CHUNK_OF_RECORD
    " where m.project_id = $1 and m.resource_id = $2 and m.deleted = 0 and r.deleted_at is null";

}  // namespace

Result<MonitoringState> monitoring_of(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                      const std::vector<std::string>& resource_ids) {
  using Cells = decltype(std::tuple_cat(std::declval<RecordCells>(), std::declval<MatchCells>()));
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<MonitoringState> {
    MonitoringState state;
    std::set<std::string> records;
    for (const std::string& resource_id : resource_ids) {
      VEDETTE_ASSIGN(auto rows, RowsOf<Cells>::read(reader, kMatchesOfProfile, resource_id));
      for (Cells& cells : rows) {
        MonitorRecord record = record_of(first_of<RecordCells>(std::move(cells)));
        const Match match = match_of(last_of<MatchCells>(std::move(cells)));
        if (!is_sealed(reader.seals(), reader.project(), record))
          return altered_record(reader.seals(), reader.project(), record);
        if (!is_sealed(reader.seals(), reader.project(), record.number, match))
          return altered_match(reader.seals(), reader.project(), record.number, match.seen.qr_code);
        records.insert(std::move(record.id));
        state.open_count += match.status == MatchStatus::kOpen ? 1 : 0;
      }
    }
    state.record_ids.assign(records.begin(), records.end());
    return state;
  });
}

}  // namespace vedette::service
