#include "service/validation/validation_runner.h"

#include <algorithm>
#include <chrono>

#include "base/background.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "service/common/scope_issuer.h"
#include "service/monitoring/match_rows.h"
#include "service/validation/validation_subject.h"
#include "service/validation/validation_summary.h"
#include "validation/checkpoint.h"
#include "validation/report.h"
#include "validation/run.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::OperatorReader;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr std::string_view kPurpose = "validation-report";
constexpr int kFloorBelow = 10;
constexpr std::chrono::seconds kAfterFailure{60};
constexpr std::int64_t kWholeCore = 100;

constexpr Sql kNext =
    "select r.project_id, r.run_id, p.code from validation_runs r join projects p"
    " on p.project_id = r.project_id where r.finished_at is null and p.disabled = 0"
    " order by r.created_at, r.run_id limit 1";
constexpr Sql kDue =
    "select p.project_id from projects p where p.project_id > 0 and p.disabled = 0"
    " and not exists (select 1 from validation_runs r where r.project_id = p.project_id"
    " and (r.finished_at is null or r.created_at > $1)) order by p.project_id";
constexpr ProjectSql kJson =
    "select content from validation_files where project_id = $1 and run_id = $2"
    " and name = 'validation.json'";

Event weak_event(const std::string& run_id, const validation::Result& result,
                 const std::vector<validation::WeakClass>& classes) {
  Event event{"validation.weak", {}};
  base::JsonWriter json(event.data);
  json.begin_object().member("runId", run_id);
  json.member("line", result.binding.options.line_percent);
  json.member("controlQueries", result.control.queries);
  json.member("controlFound", result.control.found).key("classes").begin_array();
  for (const validation::WeakClass& weak : classes)
    json.begin_object()
        .member("class", weak.recall.id)
        .member("title", weak.recall.title)
        .member("queries", weak.recall.queries)
        .member("found", weak.recall.found)
        .end_object();
  json.end_array().end_object();
  return event;
}

std::string sha256_text(const std::string& text) {
  return base::hex(base::as_text(base::sha256(text)));
}

}  // namespace

// One run, from where it stands to its end or to a stop.
class ValidationRunner::Work {
 public:
  Work(const Parts& parts, const ledger::ProjectScope& scope, std::string code,
       const HeldLease& held, const std::function<bool()>& stopped)
      : parts_(parts), scope_(scope), code_(std::move(code)), held_(held), stopped_(stopped) {}

  Result<void> run(const std::string& id) {
    VEDETTE_ASSIGN(auto found, parts_.ledger.read(scope_, [&](ProjectReader& reader) {
      return find_run(reader, id);
    }));
    if (!found || found->finished) return {};
    run_ = *std::move(found);
    VEDETTE_ASSIGN(const auto catalogue, parts_.generations.current());
    const auto seed = static_cast<std::uint64_t>(run_.request.seed);
    VEDETTE_ASSIGN(OwnRecords own, own_records(parts_.ledger, scope_, seed));
    bind(*catalogue, own);
    VEDETTE_ASSIGN(const validation::Plan plan,
                   validation::Plan::make(catalogue, binding_.options, std::move(own.records), 1));
    VEDETTE_TRY(take_up(plan));
    VEDETTE_ASSIGN(const bool all, run_pieces(plan, *parts_.engine(catalogue)));
    return all ? finish() : Result<void>();
  }

 private:
  void bind(const catalogue::Catalogue& catalogue, const OwnRecords& own) {
    validation::Options options;
    options.seed = static_cast<std::uint64_t>(run_.request.seed);
    options.threshold = std::max(validation::kLeastFloor, own.settings.threshold);
    options.floor = std::max(validation::kLeastFloor, options.threshold - kFloorBelow);
    options.per_class = static_cast<std::size_t>(run_.request.per_class);
    options.per_population = static_cast<std::size_t>(run_.request.per_population);
    options.line_percent = static_cast<int>(run_.request.line);
    binding_ = binding_of(catalogue, options, parts_.program);
    binding_.project = code_;
    binding_.settings = settings_text(own.settings);
    binding_.own_records = own.records.size();
    binding_.own_records_all = own.all;
  }

  // What an earlier try of the same plan has done counts.
  Result<void> take_up(const validation::Plan& plan) {
    VEDETTE_ASSIGN(checkpoint_, parts_.ledger.read(scope_, [&](ProjectReader& reader) {
      return read_run_checkpoint(reader, run_.id);
    }));
    const std::string digest = validation::digest_of(plan);
    const bool same = checkpoint_.plan_sha256 == digest && checkpoint_.pieces > 0;
    if (same) {
      VEDETTE_ASSIGN(tally_, validation::read_checkpoint(checkpoint_.tally));
    } else {
      checkpoint_.pieces = 0;
    }
    checkpoint_.plan_sha256 = digest;
    checkpoint_.all_pieces = static_cast<std::int64_t>(plan.pieces());
    return save();
  }

  Result<void> save() {
    checkpoint_.tally = validation::to_checkpoint(tally_);
    VEDETTE_TRY(held_.lease->hold(held_.fence));
    return parts_.ledger.write(scope_, [&](ProjectWriter& writer) {
      return save_run_checkpoint(writer, run_.id, checkpoint_, parts_.ledger.clock().now());
    });
  }

  // Whether all of them are done.
  Result<bool> run_pieces(const validation::Plan& plan, const validation::Engine& engine) {
    search::Workspace workspace;
    std::int64_t since = 0;
    while (checkpoint_.pieces < checkpoint_.all_pieces) {
      if (stopped_()) {
        VEDETTE_TRY(save());
        return false;
      }
      const auto began = std::chrono::steady_clock::now();
      VEDETTE_ASSIGN(const validation::Tally piece,
                     validation::run_piece(plan, static_cast<std::size_t>(checkpoint_.pieces),
                                           engine, workspace));
      tally_.add(piece);
      ++checkpoint_.pieces;
      if (++since >= parts_.pieces_at_once) {
        VEDETTE_TRY(save());
        since = 0;
      }
      rest(std::chrono::steady_clock::now() - began);
    }
    return true;
  }

  // Leaves the core to others for so long that the share holds.
  void rest(std::chrono::steady_clock::duration worked) const {
    const std::int64_t share = std::clamp<std::int64_t>(parts_.cpu_percent, 1, kWholeCore);
    const auto until = std::chrono::steady_clock::now() + worked * (kWholeCore - share) / share;
    constexpr std::chrono::milliseconds kLook{100};
    while (!stopped_() && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_until(std::min(until, std::chrono::steady_clock::now() + kLook));
  }

  Result<void> finish() {
    VEDETTE_ASSIGN(const auto before, read_before());
    VEDETTE_ASSIGN(const auto accepted, accepted_classes(parts_.ledger, scope_));
    std::vector<validation::Accepted> answered_for;
    for (const AcceptedClass& each : accepted)
      answered_for.push_back(each.accepted);
    const validation::Result result =
        validation::make_result(std::move(binding_), std::move(tally_), std::move(answered_for));
    const Time now = parts_.ledger.clock().now();
    const std::string json = validation::to_json(result);
    const std::string sha256 = sha256_text(json);
    RunEnd end;
    end.finished = now;
    end.weak = unaccepted(result);
    end.summary = validation_summary(result, sha256, before.id);
    validation::RunInfo info;
    info.run_id = run_.id;
    info.started = base::iso_seconds(run_.started.value_or(run_.created));
    info.finished = base::iso_seconds(now);
    info.started_by = run_.scheduled ? "the schedule" : run_.username;
    info.result_sha256 = sha256;
    add_file(end, "validation.json", json);
    add_file(end, "validation.csv", validation::to_csv(result));
    add_file(end, "validation.html", validation::to_html(result, info, before.earlier));
    return write_end(end, result, newly_weak(result, before.earlier), sha256);
  }

  struct Before {
    std::string id = {};
    std::optional<validation::Earlier> earlier = {};
  };
  Result<Before> read_before() {
    return parts_.ledger.read(scope_, [&](ProjectReader& reader) -> Result<Before> {
      Before out;
      VEDETTE_ASSIGN(const auto id, run_before(reader, run_));
      if (!id) return out;
      VEDETTE_ASSIGN(const auto json, reader.maybe<std::string>(kJson, *id));
      if (!json) return out;
      VEDETTE_ASSIGN(out.earlier, validation::read_earlier(std::get<0>(*json)));
      out.id = *id;
      return out;
    });
  }

  void add_file(RunEnd& end, const std::string& name, const std::string& content) const {
    const SignedFile file{std::string(kPurpose), content.size(), base::sha256(content)};
    end.files.emplace_back(name, content);
    end.files.emplace_back(name + ".sig", parts_.signer.sign(file, end.finished));
  }

  Result<void> write_end(const RunEnd& end, const validation::Result& result,
                         const std::vector<validation::WeakClass>& fallen,
                         const std::string& sha256) {
    return parts_.ledger.write(scope_, [&](ProjectWriter& writer) -> Result<void> {
      VEDETTE_ASSIGN(const bool ended, end_run(writer, run_.id, end));
      if (!ended) return {};
      writer.audit(audit_entry({run_.actor, run_.request_id, run_.id, sha256}, result));
      if (fallen.empty() && result.control_is_whole()) return {};
      return append_events(writer, {weak_event(run_.id, result, fallen)}, end.finished);
    });
  }

  const Parts& parts_;
  const ledger::ProjectScope scope_;
  const std::string code_;
  const HeldLease held_;
  const std::function<bool()>& stopped_;
  ValidationRun run_;
  validation::Binding binding_;
  validation::Tally tally_;
  RunCheckpoint checkpoint_;
};

Result<std::int64_t> ValidationRunner::enter_due_runs() {
  if (parts_.interval_days <= 0) return 0;
  const Time now = parts_.ledger.clock().now();
  VEDETTE_ASSIGN(const auto due,
                 parts_.ledger.read(ScopeIssuer::for_validations(), [&](OperatorReader& reader) {
                   return reader.rows<base::ProjectId>(kDue,
                                                       now - base::days(parts_.interval_days));
                 }));
  std::int64_t entered = 0;
  for (const auto& [project] : due) {
    const auto scope = ScopeIssuer::for_validations().project(project);
    ValidationRun run;
    run.id = base::random_token(8);
    run.created = now;
    run.actor = "service";
    run.scheduled = true;
    VEDETTE_TRY(
        parts_.ledger.write(scope, [&](ProjectWriter& writer) { return insert_run(writer, run); }));
    ++entered;
  }
  return entered;
}

Result<bool> ValidationRunner::run_next(const std::function<bool()>& stopped) {
  VEDETTE_ASSIGN(const auto next,
                 parts_.ledger.read(ScopeIssuer::for_validations(), [](OperatorReader& reader) {
                   return reader.maybe<base::ProjectId, std::string, std::string>(kNext);
                 }));
  if (!next) return false;
  VEDETTE_ASSIGN(const auto fence, parts_.lease.take());
  if (!fence) return false;
  const auto& [project, id, code] = *next;
  const auto scope = ScopeIssuer::for_validations().project(project);
  const auto done = Work(parts_, scope, code, {&parts_.lease, *fence}, stopped).run(id);
  static_cast<void>(parts_.lease.give_back(*fence));
  if (done.ok()) return true;
  const base::Error& error = done.error();
  // Lists that are not there yet, a store that does not answer, another node: it is tried again.
  if (error.cause == base::Cause::kUnavailable || error.cause == base::Cause::kConflict)
    return error;
  base::log(base::LogLevel::kError, "a validation run failed",
            {{"project", code}, {"run", id}, {"error", error.message}});
  RunEnd end;
  end.finished = parts_.ledger.clock().now();
  end.failure = error.message;
  return parts_.ledger.write(scope, [&](ProjectWriter& writer) -> Result<bool> {
    VEDETTE_ASSIGN(const bool ended, end_run(writer, id, end));
    if (ended)
      writer.audit({"validation.failed", "service", "",
                    ledger::AuditPayload().add("runId", id).add("why", end.failure).json(), 0});
    return true;
  });
}

ValidationWatch::ValidationWatch(ValidationRunner::Parts parts, base::Millis interval)
    : runner_(std::move(parts)), interval_(interval), thread_([this] { run(); }) {}

ValidationWatch::~ValidationWatch() {
  stopping_ = true;
  bell_.ring();
  thread_.join();
}

void ValidationWatch::run() {
  static_cast<void>(base::enter_background());
  while (!stopping_) {
    const auto entered = runner_.enter_due_runs();
    const auto worked = runner_.run_next([this] { return stopping_.load(); });
    if (!entered.ok() || !worked.ok())
      base::log(base::LogLevel::kWarning, "a validation run waits",
                {{"error", (!worked.ok() ? worked.error() : entered.error()).message}});
    if (worked.ok() && *worked) continue;
    bell_.wait(worked.ok() ? std::chrono::milliseconds(interval_.count) : kAfterFailure);
  }
}

}  // namespace vedette::service
