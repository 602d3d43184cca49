#pragma once

#include <cstdint>

#include "base/error.h"
#include "ledger/row_seal.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// What the seals of records, matches and steps of history stand over (ledger/row_seal.h): every
// column that is served or decides something, except
//   matches.family, matches.deleted   follow the record, which row_proof.h compares
//   matches.generation, engine        are never read
//
// A new column of a row:
//   1. raise the version below and add the column, for that version and later ones, at the end;
//   2. for earlier versions the column must hold its default, else the row does not fit: otherwise
//      somebody could set it on a row that was sealed before.
// Rows that were sealed under an earlier version keep their seal until they are written again.
inline constexpr int kRecordSealVersion = 2;
inline constexpr int kMatchSealVersion = 3;
inline constexpr int kHistorySealVersion = 1;

// `screened_at` is the time in the record's own row; MonitorRecord::screened_at may be its chunk's.
ledger::RowSeal seal_of(const ledger::RowSeals& seals, base::ProjectId project,
                        const MonitorRecord& record, base::Time screened_at);
ledger::RowSeal seal_of(const ledger::RowSeals& seals, base::ProjectId project,
                        std::int64_t record_number, const Match& match);
ledger::RowSeal seal_of(const ledger::RowSeals& seals, base::ProjectId project,
                        std::int64_t record_number, const HistoryStep& step);

// Whether a row that was read is what was sealed.
bool is_sealed(const ledger::RowSeals& seals, base::ProjectId project, const MonitorRecord& record);
bool is_sealed(const ledger::RowSeals& seals, base::ProjectId project, std::int64_t record_number,
               const Match& match);
bool is_sealed(const ledger::RowSeals& seals, base::ProjectId project, std::int64_t record_number,
               const HistoryStep& step);

// kCorrupt with the code RECORD_ALTERED; logged and counted.
base::Error altered_record(const ledger::RowSeals& seals, base::ProjectId project,
                           const MonitorRecord& record);
base::Error altered_match(const ledger::RowSeals& seals, base::ProjectId project,
                          std::int64_t record_number, std::int64_t qr_code);
base::Error altered_history(const ledger::RowSeals& seals, base::ProjectId project,
                            std::int64_t record_number, std::int64_t qr_code);
// The record says that it has other matches than there are.
base::Error missing_matches(const ledger::RowSeals& seals, base::ProjectId project,
                            const MonitorRecord& record);
bool is_altered(const base::Error& error);

}  // namespace vedette::service
