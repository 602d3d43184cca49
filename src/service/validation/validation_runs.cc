#include "service/validation/validation_runs.h"

#include "base/digest.h"
#include "base/encoding.h"
#include "service/validation/validation_rows.h"
#include "variations/variation.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kFile =
    "select content from validation_files where project_id = $1 and run_id = $2 and name = $3";
constexpr ProjectSql kAcceptedRows =
    "select class, owner, note, accepted_by, accepted_at from accepted_classes"
    " where project_id = $1 order by class";
constexpr ProjectSql kAccept =
    "insert into accepted_classes (project_id, class, owner, note, accepted_by, accepted_at)"
    " values ($1, $2, $3, $4, $5, $6) on conflict (project_id, class) do update set owner = $3,"
    " note = $4, accepted_by = $5, accepted_at = $6";
constexpr ProjectSql kWithdraw =
    "delete from accepted_classes where project_id = $1 and class = $2";
constexpr std::size_t kIdBytes = 8;

base::Error not_found(std::string code, std::string message) {
  base::Error error(base::Cause::kNotFound, message);
  error.details.push_back({"", std::move(code), std::move(message)});
  return error;
}

std::string new_run_id() {
  std::array<std::uint8_t, kIdBytes> bytes;
  base::fill_random(bytes);
  return base::hex(base::as_text(bytes));
}

}  // namespace

std::string_view ValidationRun::state() const {
  if (!failure.empty()) return "failed";
  if (finished) return "done";
  return started ? "running" : "waiting";
}

Result<ValidationRun> start_validation(ledger::Ledger& ledger, const Actor& actor,
                                       const ValidationRequest& request) {
  ValidationRun run;
  run.id = new_run_id();
  run.created = ledger.clock().now();
  run.actor = actor.name;
  run.username = actor.username;
  run.request_id = actor.request_id;
  run.request = request;
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<ValidationRun> {
    VEDETTE_ASSIGN(const std::int64_t waiting, waiting_runs(writer));
    if (waiting >= kMostWaitingRuns) {
      base::Error error(base::Cause::kConflict,
                        "runs are waiting already: read them with GET /validation/runs, and start "
                        "another when one has ended");
      error.details.push_back({"", "VALIDATION_RUNS_WAITING", error.message});
      return error;
    }
    VEDETTE_TRY(insert_run(writer, run));
    return run;
  });
}

Result<std::vector<ValidationRun>> read_validation_runs(ledger::Ledger& ledger,
                                                        const ledger::ProjectScope& scope) {
  return ledger.read(scope, [](ProjectReader& reader) { return newest_runs(reader); });
}

Result<ValidationRun> read_validation_run(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                          const std::string& id) {
  VEDETTE_ASSIGN(auto run,
                 ledger.read(scope, [&](ProjectReader& reader) { return find_run(reader, id); }));
  if (!run) return not_found("VALIDATION_RUN_NOT_FOUND", "there is no validation run '" + id + "'");
  return *std::move(run);
}

Result<std::string> read_validation_file(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         const std::string& id, const std::string& name) {
  VEDETTE_TRY(read_validation_run(ledger, scope, id));
  VEDETTE_ASSIGN(auto row, ledger.read(scope, [&](ProjectReader& reader) {
    return reader.maybe<std::string>(kFile, id, name);
  }));
  if (!row)
    return not_found("VALIDATION_FILE_NOT_FOUND",
                     "the run has no file '" + name +
                         "': it has validation.html, validation.json and validation.csv, each "
                         "with its .sig, once it is done");
  return std::move(std::get<0>(*row));
}

Result<std::vector<AcceptedClass>> accepted_classes(ledger::Ledger& ledger,
                                                    const ledger::ProjectScope& scope) {
  return ledger.read(scope, [](ProjectReader& reader) -> Result<std::vector<AcceptedClass>> {
    VEDETTE_ASSIGN(auto rows,
                   (reader.rows<std::string, std::string, std::string, std::string, base::Time>(
                       kAcceptedRows)));
    std::vector<AcceptedClass> out;
    for (auto& [id, owner, note, by, at] : rows)
      out.push_back({{std::move(id), std::move(owner), std::move(note)}, std::move(by), at});
    return out;
  });
}

Result<AcceptedClass> accept_class(ledger::Ledger& ledger, const Actor& actor,
                                   const validation::Accepted& accepted) {
  if (variations::find_class(accepted.id) == nullptr)
    return not_found("CLASS_NOT_FOUND", "there is no class '" + accepted.id +
                                            "': vedette variations --list names them");
  AcceptedClass out{accepted, actor.username, ledger.clock().now()};
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<AcceptedClass> {
    VEDETTE_TRY(
        writer.execute(kAccept, accepted.id, accepted.owner, accepted.note, out.by, out.at));
    writer.audit({"validation.accepted", actor.name, actor.request_id,
                  ledger::AuditPayload()
                      .add("class", accepted.id)
                      .add("owner", accepted.owner)
                      .add("note", accepted.note)
                      .json(),
                  0});
    return out;
  });
}

Result<void> withdraw_acceptance(ledger::Ledger& ledger, const Actor& actor,
                                 const std::string& class_id) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const std::int64_t removed, writer.execute(kWithdraw, class_id));
    if (removed == 0)
      return not_found("CLASS_NOT_FOUND", "the class '" + class_id + "' was not accepted");
    writer.audit({"validation.withdrawn", actor.name, actor.request_id,
                  ledger::AuditPayload().add("class", class_id).json(), 0});
    return {};
  });
}

}  // namespace vedette::service
