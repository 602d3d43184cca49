#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "base/result.h"
#include "ledger/access.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// The columns of a record (r) with the chunk it is in (c), and of a match (m): all that their seals
// stand over, so that whoever reads a row can check it.

#define VEDETTE_RECORD_COLUMNS                                                                \
  "r.record_number, r.family, r.record_id, r.name, r.countries, r.dob, r.gender, r.details,"  \
  " r.name_cut, r.created_at, r.updated_at, r.deleted_at, r.criteria_version, r.open_count,"  \
  " r.true_positive_count, r.false_positive_count, r.discarded_count, r.screened_generation," \
  " r.screened_engine, r.screened_settings, r.screened_at, c.screened_at, r.seal"
#define VEDETTE_CHUNK_OF_RECORD                                  \
  " left join screening_chunks c on c.project_id = r.project_id" \
  " and c.chunk = r.record_number / 4096"
#define VEDETTE_MATCH_COLUMNS                                                                     \
  "m.qr_code, m.resource_id, m.status, m.score, m.matched_name, m.name, m.countries, m.datasets," \
  " m.births, m.gender, m.pep_tier, m.version, m.match_version, m.client_status,"                 \
  " m.client_score, m.client_confidence, m.confidence, m.evidence_terms, m.evidence_sentence,"    \
  " m.matched_by, m.created_at, m.updated_at, m.reviewed_at, m.seal"

using RecordCells =
    std::tuple<std::int64_t, std::int64_t, ledger::sql::OwnedBytes, std::string, std::string,
               std::string, std::string, std::string, bool, base::Time, base::Time,
               std::optional<base::Time>, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
               std::int64_t, std::int64_t, std::int64_t, std::int64_t, base::Time,
               std::optional<base::Time>, ledger::RowSeal>;
using MatchCells =
    std::tuple<std::int64_t, std::string, std::int64_t, std::int64_t, std::string, std::string,
               std::string, std::int64_t, std::string, std::string, std::string, std::int64_t,
               std::int64_t, std::optional<std::int64_t>, std::optional<std::int64_t>,
               std::optional<std::int64_t>, std::int64_t, std::string, std::string, std::string,
               base::Time, base::Time, base::Time, ledger::RowSeal>;

// Not checked yet.
MonitorRecord record_of(RecordCells&& cells);
Match match_of(MatchCells&& cells);

// The cells that a row begins with, and those that it ends with.
template <class Cells, class Row>
Cells first_of(Row&& row) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return Cells(std::get<I>(std::move(row))...);
  }(std::make_index_sequence<std::tuple_size_v<Cells>>());
}
template <class Cells, class Row>
Cells last_of(Row&& row) {
  constexpr std::size_t kBefore = std::tuple_size_v<Row> - std::tuple_size_v<Cells>;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return Cells(std::get<kBefore + I>(std::move(row))...);
  }(std::make_index_sequence<std::tuple_size_v<Cells>>());
}

// rows<...> with the columns of a tuple.
template <class Tuple>
struct RowsOf;
template <class... Columns>
struct RowsOf<std::tuple<Columns...>> {
  template <class Reader, class... Arguments>
  static base::Result<std::vector<std::tuple<Columns...>>> read(Reader& reader,
                                                                ledger::sql::ProjectSql sql,
                                                                const Arguments&... arguments) {
    return reader.template rows<Columns...>(sql, arguments...);
  }
};

}  // namespace vedette::service
