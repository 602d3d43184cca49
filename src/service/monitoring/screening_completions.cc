#include "service/monitoring/screening_completions.h"

#include <limits>

#include "service/monitoring/record_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kInsert =
    "insert into screening_completions (project_id, completed_at, generation,"
    " generation_created_at) values ($1, $2, $3, $4)"
    " on conflict (project_id, completed_at, generation) do nothing";
constexpr ProjectSql kSince =
    "select completed_at, generation, generation_created_at from screening_completions"
    " where project_id = $1 and completed_at >= $2 order by completed_at, generation";
constexpr ProjectSql kRecords =
    "select count(*) from records where project_id = $1 and family in (1, 2)"
    " and deleted_at is null and created_at < $2";
constexpr ProjectSql kRecordsNow =
    "select coalesce(cast(sum(records) as bigint), 0) from family_totals where project_id = $1";
constexpr ProjectSql kFirstAdded =
    "select created_at from records where project_id = $1 order by record_number limit 1";
constexpr ProjectSql kBehindChunks =
    "select chunk from screening_chunks where project_id = $1 and generation < $2 order by chunk";
constexpr ProjectSql kBehindOfChunk =
    "select count(*) from records where project_id = $1 and record_number >= $2"
    " and record_number < $3 and deleted_at is null and screened_generation < $4"
    " and created_at < $5";
constexpr ProjectSql kUnscreened =
    "select coalesce(cast(sum(unscreened) as bigint), 0) from screening_chunks"
    " where project_id = $1";

}  // namespace

Result<void> note_completion(ProjectWriter& writer, const ScreeningCompletion& completion) {
  VEDETTE_TRY(writer.bookkeep(kInsert, completion.completed, completion.generation,
                              completion.generation_created));
  return {};
}

Result<std::vector<ScreeningCompletion>> completions(ProjectReader& reader, Time since) {
  VEDETTE_ASSIGN(const auto rows, (reader.rows<Time, std::int64_t, Time>(kSince, since)));
  std::vector<ScreeningCompletion> out;
  out.reserve(rows.size());
  for (const auto& [completed, generation, created] : rows)
    out.push_back({completed, generation, created});
  return out;
}

Result<std::optional<Time>> first_added(ProjectReader& reader) {
  VEDETTE_ASSIGN(const auto row, reader.maybe<Time>(kFirstAdded));
  std::optional<Time> out;
  if (row) out = std::get<0>(*row);
  return out;
}

Result<RecordCoverage> record_coverage(ProjectReader& reader, std::int64_t generation,
                                       const std::optional<Time>& added_before) {
  RecordCoverage out;
  const Time before = added_before.value_or(Time{std::numeric_limits<std::int64_t>::max()});
  // Counting takes a look at each record.
  VEDETTE_ASSIGN(const auto all, added_before ? reader.maybe<std::int64_t>(kRecords, before)
                                              : reader.maybe<std::int64_t>(kRecordsNow));
  if (all) out.records = std::get<0>(*all);
  VEDETTE_ASSIGN(out.first_added, first_added(reader));
  VEDETTE_ASSIGN(const auto chunks, reader.rows<std::int64_t>(kBehindChunks, generation));
  for (const auto& [chunk] : chunks) {
    VEDETTE_ASSIGN(const auto count,
                   reader.maybe<std::int64_t>(kBehindOfChunk, chunk * kRecordsPerChunk,
                                              (chunk + 1) * kRecordsPerChunk, generation, before));
    if (count) out.behind += std::get<0>(*count);
  }
  VEDETTE_ASSIGN(const auto unscreened, reader.maybe<std::int64_t>(kUnscreened));
  if (unscreened) out.unscreened = std::get<0>(*unscreened);
  return out;
}

}  // namespace vedette::service
