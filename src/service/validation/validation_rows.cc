#include "service/validation/validation_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kInsert =
    "insert into validation_runs (project_id, run_id, created_at, actor, username, request_id,"
    " scheduled, seed, per_class, per_population, line)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
constexpr ProjectSql kWaiting =
    "select count(*) from validation_runs where project_id = $1 and finished_at is null";
constexpr ProjectSql kFind =
    "select run_id, created_at, started_at, finished_at, actor, username, request_id, scheduled,"
    " seed, per_class, per_population, line, all_pieces, pieces, summary, failure"
    " from validation_runs where project_id = $1 and run_id = $2";
constexpr ProjectSql kNewest =
    "select run_id, created_at, started_at, finished_at, actor, username, request_id, scheduled,"
    " seed, per_class, per_population, line, all_pieces, pieces, summary, failure"
    " from validation_runs where project_id = $1 order by created_at desc, run_id limit 100";
constexpr ProjectSql kBefore =
    "select run_id from validation_runs where project_id = $1 and finished_at is not null"
    " and failure = '' and created_at <= $2 and run_id <> $3 order by finished_at desc limit 1";
constexpr ProjectSql kCheckpoint =
    "select plan_sha256, pieces, all_pieces, checkpoint from validation_runs"
    " where project_id = $1 and run_id = $2";
constexpr ProjectSql kSave =
    "update validation_runs set plan_sha256 = $3, pieces = $4, all_pieces = $5, checkpoint = $6,"
    " started_at = coalesce(started_at, $7) where project_id = $1 and run_id = $2"
    " and finished_at is null";
constexpr ProjectSql kEnd =
    "update validation_runs set finished_at = $3, summary = $4, failure = $5, weak = $6,"
    " checkpoint = '', pieces = case when $5 = '' then all_pieces else pieces end,"
    " started_at = coalesce(started_at, $3) where project_id = $1 and run_id = $2"
    " and finished_at is null";
constexpr ProjectSql kFile =
    "insert into validation_files (project_id, run_id, name, content) values ($1, $2, $3, $4)";

using Cells = std::tuple<std::string, Time, std::optional<Time>, std::optional<Time>, std::string,
                         std::string, std::string, bool, std::int64_t, std::int64_t, std::int64_t,
                         std::int64_t, std::int64_t, std::int64_t, std::string, std::string>;

ValidationRun run_of(Cells& cells) {
  ValidationRun run;
  std::tie(run.id, run.created, run.started, run.finished, run.actor, run.username, run.request_id,
           run.scheduled, run.request.seed, run.request.per_class, run.request.per_population,
           run.request.line, run.all_pieces, run.pieces, run.summary, run.failure) =
      std::move(cells);
  return run;
}

template <class... Arguments>
Result<std::vector<ValidationRun>> runs_of(ProjectReader& reader, const ProjectSql& sql,
                                           const Arguments&... arguments) {
  VEDETTE_ASSIGN(
      auto rows,
      (reader.rows<std::string, Time, std::optional<Time>, std::optional<Time>, std::string,
                   std::string, std::string, bool, std::int64_t, std::int64_t, std::int64_t,
                   std::int64_t, std::int64_t, std::int64_t, std::string, std::string>(
          sql, arguments...)));
  std::vector<ValidationRun> out;
  for (Cells& row : rows)
    out.push_back(run_of(row));
  return out;
}

}  // namespace

Result<void> insert_run(ProjectWriter& writer, const ValidationRun& run) {
  const ValidationRequest& request = run.request;
  VEDETTE_TRY(writer.execute(kInsert, run.id, run.created, run.actor, run.username, run.request_id,
                             run.scheduled, request.seed, request.per_class, request.per_population,
                             request.line));
  writer.audit({"validation.started", run.actor, run.request_id,
                ledger::AuditPayload().add("runId", run.id).add("seed", request.seed).json(), 0});
  return {};
}

Result<std::int64_t> waiting_runs(ProjectWriter& writer) {
  VEDETTE_ASSIGN(const auto row, writer.maybe<std::int64_t>(kWaiting));
  return row ? std::get<0>(*row) : 0;
}

Result<std::optional<ValidationRun>> find_run(ProjectReader& reader, const std::string& id) {
  VEDETTE_ASSIGN(auto runs, runs_of(reader, kFind, id));
  std::optional<ValidationRun> out;
  if (!runs.empty()) out = std::move(runs.front());
  return out;
}

Result<std::vector<ValidationRun>> newest_runs(ProjectReader& reader) {
  return runs_of(reader, kNewest);
}

Result<std::optional<std::string>> run_before(ProjectReader& reader, const ValidationRun& run) {
  VEDETTE_ASSIGN(auto row, reader.maybe<std::string>(kBefore, run.created, run.id));
  std::optional<std::string> out;
  if (row) out = std::move(std::get<0>(*row));
  return out;
}

Result<RunCheckpoint> read_run_checkpoint(ProjectReader& reader, const std::string& id) {
  VEDETTE_ASSIGN(auto row, (reader.maybe<std::string, std::int64_t, std::int64_t, std::string>(
                               kCheckpoint, id)));
  RunCheckpoint out;
  if (row) std::tie(out.plan_sha256, out.pieces, out.all_pieces, out.tally) = *std::move(row);
  return out;
}

Result<void> save_run_checkpoint(ProjectWriter& writer, const std::string& id,
                                 const RunCheckpoint& checkpoint, Time now) {
  VEDETTE_TRY(writer.bookkeep(kSave, id, checkpoint.plan_sha256, checkpoint.pieces,
                              checkpoint.all_pieces, checkpoint.tally, now));
  return {};
}

Result<bool> end_run(ProjectWriter& writer, const std::string& id, const RunEnd& end) {
  VEDETTE_ASSIGN(const std::int64_t ended,
                 writer.execute(kEnd, id, end.finished, end.summary, end.failure, end.weak));
  if (ended == 0) return false;
  for (const auto& [name, content] : end.files)
    VEDETTE_TRY(writer.execute(kFile, id, name, content));
  return true;
}

}  // namespace vedette::service
