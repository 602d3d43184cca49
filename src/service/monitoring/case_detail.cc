#include "service/monitoring/case_detail.h"

#include <algorithm>

#include "service/monitoring/case_item_rows.h"
#include "service/monitoring/match_rows.h"
#include "service/monitoring/record_rows.h"
#include "service/monitoring/records.h"
#include "service/monitoring/row_seals.h"

namespace vedette::service {

using base::Result;
using ledger::ProjectReader;

namespace {

Result<std::vector<HistoryStep>> read_timeline(ProjectReader& reader, std::int64_t record) {
  VEDETTE_ASSIGN(std::vector<HistoryRow> rows, stored_history(reader, {record, record}));
  std::vector<HistoryStep> out;
  out.reserve(rows.size());
  for (HistoryRow& row : rows) {
    if (!is_sealed(reader.seals(), reader.project(), record, row.step))
      return altered_history(reader.seals(), reader.project(), record, row.step.qr_code);
    out.push_back(std::move(row.step));
  }
  // Steps of a project are numbered in the order in which they happened.
  std::ranges::sort(out, {}, &HistoryStep::number);
  return out;
}

}  // namespace

Result<CaseDetail> read_case(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                             profile::Family family, const std::string& record_id) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<CaseDetail> {
    VEDETTE_ASSIGN(auto record, find_record(reader, family, record_id));
    if (!record) return record_not_found();
    CaseDetail out{std::move(*record), {}, {}, {}};
    VEDETTE_ASSIGN(out.matches, matches_of(reader, out.record.number));
    StatusCounts counts;
    for (const Match& match : out.matches)
      ++counts.of(match.status);
    if (counts != out.record.counts)
      return missing_matches(reader.seals(), reader.project(), out.record);
    VEDETTE_ASSIGN(out.timeline, read_timeline(reader, out.record.number));
    VEDETTE_ASSIGN(out.items, items_of(reader, out.record.number));
    return out;
  });
}

}  // namespace vedette::service
