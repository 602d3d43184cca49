#include "app/commands/validate_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "api/request/version.h"
#include "app/commands/backup_files.h"
#include "app/commands/signing_commands.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/installation/signing.h"
#include "app/settings/file_access.h"
#include "app/terminal/progress_line.h"
#include "app/terminal/terminal.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "names/tables/lexicon.h"
#include "search/workspace_pool.h"
#include "service/validation/validation_subject.h"
#include "validation/own_cases.h"
#include "validation/report.h"
#include "validation/run.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;
using base::Result;

constexpr std::string_view kPurpose = "validation-report";
constexpr int kFloorBelow = 10;
constexpr std::size_t kShownWeak = 20;

base::Error invalid(std::string message) {
  return {base::Cause::kInvalidInput, std::move(message)};
}

Result<void> check_range(std::string_view flag, std::int64_t value, std::int64_t least,
                         std::int64_t most) {
  if (value >= least && value <= most) return {};
  return invalid(fmt::format("{} must be from {} to {}", flag, least, most));
}

Result<validation::Options> options_of(const ValidateCommand& command, int project_threshold) {
  validation::Options out;
  const std::int64_t threshold = command.threshold == 0 ? project_threshold : command.threshold;
  VEDETTE_TRY(check_range("--threshold", threshold, validation::kLeastFloor, 100));
  const std::int64_t floor =
      command.floor == 0 ? std::max<std::int64_t>(validation::kLeastFloor, threshold - kFloorBelow)
                         : command.floor;
  VEDETTE_TRY(check_range("--floor", floor, validation::kLeastFloor, threshold));
  VEDETTE_TRY(check_range("--seed", command.seed, 0, std::numeric_limits<std::int64_t>::max()));
  VEDETTE_TRY(check_range("--per-class", command.per_class, 1, validation::kMostPerClass));
  VEDETTE_TRY(
      check_range("--per-population", command.per_population, 0, validation::kMostPerPopulation));
  VEDETTE_TRY(check_range("--line", command.line, 1, 100));
  out.seed = static_cast<std::uint64_t>(command.seed);
  out.threshold = static_cast<int>(threshold);
  out.floor = static_cast<int>(floor);
  out.per_class = static_cast<std::size_t>(command.per_class);
  out.per_population = static_cast<std::size_t>(command.per_population);
  out.line_percent = static_cast<int>(command.line);
  return out;
}

Result<std::string> contents(const std::string& path) {
  VEDETTE_ASSIGN(const std::ifstream in, open_to_read(path));
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

// What is read beside the options: an earlier run, and who accepted what.
struct Before {
  std::optional<validation::Earlier> earlier = {};
  std::vector<validation::Accepted> accepted = {};
};

Result<Before> read_before(const ValidateCommand& command) {
  Before out;
  const auto named = [](const std::string& path, const base::Error& error) {
    return base::Error(error.cause, path + ": " + error.message);
  };
  if (!command.against.empty()) {
    VEDETTE_ASSIGN(const std::string text, contents(command.against));
    auto earlier = validation::read_earlier(text);
    if (!earlier.ok()) return named(command.against, earlier.error());
    out.earlier = std::move(*earlier);
    out.accepted = out.earlier->accepted;
  }
  if (!command.accepted.empty()) {
    VEDETTE_ASSIGN(std::ifstream in, open_to_read(command.accepted));
    auto accepted = validation::read_accepted(in);
    if (!accepted.ok()) return named(command.accepted, accepted.error());
    out.accepted = std::move(*accepted);
  }
  return out;
}

unsigned threads_of(const ValidateCommand& command) {
  return command.threads > 0 ? static_cast<unsigned>(command.threads)
                             : std::max(1U, std::thread::hardware_concurrency());
}

struct Tested {
  validation::Result result = {};
  validation::RunInfo run = {};
};

std::string new_run_id() {
  std::array<std::uint8_t, 8> bytes;
  base::fill_random(bytes);
  return base::hex(base::as_text(bytes));
}

// The project that is named, with its records.
struct Own {
  std::optional<ledger::ProjectScope> scope = {};
  std::string code = {};
  service::OwnRecords records = {};
};

Result<Own> read_own(Installation& installation, const ValidateCommand& command) {
  Own out;
  if (command.project.empty()) return out;
  const auto scope = ledger::OperatorScope::for_command_line();
  VEDETTE_ASSIGN(const service::Project project,
                 installation.accounts().find_project(scope, command.project));
  out.scope = scope.project(project.id);
  out.code = project.code;
  VEDETTE_ASSIGN(out.records, service::own_records(installation.ledger(), *out.scope,
                                                   static_cast<std::uint64_t>(command.seed)));
  return out;
}

Result<Tested> test(const Settings& settings, Installation& installation,
                    const ValidateCommand& command, Own& own, Before& before) {
  Tested out;
  out.run.run_id = new_run_id();
  out.run.started = base::iso_seconds(installation.clock().now());
  out.run.started_by = "operator";
  VEDETTE_ASSIGN(const validation::Options options,
                 options_of(command, own.records.settings.threshold));
  VEDETTE_ASSIGN(const std::shared_ptr<const catalogue::Catalogue> catalogue,
                 open_current_catalogue(settings));
  validation::Binding binding = service::binding_of(*catalogue, options, api::kVersion);
  if (own.scope) {
    binding.project = own.code;
    binding.settings = service::settings_text(own.records.settings);
    binding.own_records = own.records.records.size();
    binding.own_records_all = own.records.all;
  }
  const unsigned threads = threads_of(command);
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  ProgressLine progress;
  progress.show("preparing");
  VEDETTE_ASSIGN(
      const validation::Plan plan,
      validation::Plan::make(catalogue, options, std::move(own.records.records), threads));
  const validation::CatalogueEngine engine(catalogue, analyser);
  VEDETTE_ASSIGN(validation::Tally tally,
                 validation::run_plan(plan, engine, threads, [&](std::size_t done) {
                   progress.show_count("queries", done * validation::Plan::kTasksPerPiece,
                                       plan.tasks().size());
                 }));
  out.result =
      validation::make_result(std::move(binding), std::move(tally), std::move(before.accepted));
  out.run.finished = base::iso_seconds(installation.clock().now());
  return out;
}

Result<void> record(Installation& installation, const Own& own, const Tested& tested) {
  const ledger::AuditEntry entry = service::audit_entry(
      {.actor = "operator", .run_id = tested.run.run_id, .result_sha256 = tested.run.result_sha256},
      tested.result);
  const auto write = [&](auto& writer) -> Result<void> {
    writer.audit(entry);
    return {};
  };
  if (own.scope) return installation.ledger().write(*own.scope, write);
  return installation.ledger().write(ledger::OperatorScope::for_command_line(), write);
}

Result<fs::path> make_folder(const ValidateCommand& command, base::Time now) {
  std::string stamp = base::iso_seconds(now);
  std::erase_if(stamp, [](char c) { return c == ':' || c == '-'; });
  const fs::path folder = command.out.empty() ? "vedette-validation-" + stamp : command.out;
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem)
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("{} cannot be made: {}", folder.string(), problem.message()));
  for (const char* name : {"validation.json", "validation.csv", "validation.html", "own.csv"}) {
    VEDETTE_ASSIGN(const bool there, is_there(folder / name));
    if (there)
      return invalid(fmt::format("{} holds a result already: name another folder with --out",
                                 folder.string()));
  }
  return folder;
}

Result<void> write_files(const Settings& settings, const fs::path& folder, const Tested& tested,
                         const std::optional<validation::Earlier>& earlier, const std::string& json,
                         base::Time now) {
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  const std::array<std::pair<std::string_view, std::string>, 3> files = {{
      {"validation.json", json},
      {"validation.csv", validation::to_csv(tested.result)},
      {"validation.html", validation::to_html(tested.result, tested.run, earlier)},
  }};
  for (const auto& [name, text] : files) {
    VEDETTE_TRY(write_durably(folder / name, text));
    VEDETTE_TRY(sign_file(signer, folder / name, std::string(kPurpose), now));
  }
  return sync_directory(folder);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "none";
  return fmt::format("{:.2f} %", static_cast<double>(part) * 100 / static_cast<double>(whole));
}

void print(const Tested& tested, const fs::path& folder) {
  const validation::Result& result = tested.result;
  const int threshold = result.binding.options.threshold;
  std::cout << fmt::format("control: {} of {} listed names are found as published\n",
                           count_text(result.control.found), count_text(result.control.queries));
  std::cout << fmt::format("treated: {} of {} variations in {} classes are found at {}\n",
                           share(result.treated.found, result.treated.queries),
                           count_text(result.treated.queries), result.classes.size(), threshold);
  std::uint64_t alerts = 0;
  std::uint64_t names = 0;
  for (const validation::Load& load : result.loads) {
    alerts += load.alerts.alerts(threshold);
    names += load.alerts.queries;
  }
  std::cout << fmt::format("ordinary: {} alerts of {} names\n", count_text(alerts),
                           count_text(names));
  if (result.refused > 0)
    std::cout << fmt::format("{} searches failed\n", count_text(result.refused));
  std::size_t shown = 0;
  for (const validation::WeakClass& weak : result.weak) {
    if (shown++ == kShownWeak) break;
    std::cout << fmt::format("weak: {} {} ({}){}\n", weak.recall.id,
                             share(weak.recall.found, weak.recall.queries), weak.recall.title,
                             weak.accepted ? ", accepted by " + weak.accepted->owner : "");
  }
  if (result.weak.size() > kShownWeak)
    std::cout << fmt::format("and {} more weak classes, all in the report\n",
                             result.weak.size() - kShownWeak);
  std::cout << fmt::format("report: {}\n", (folder / "validation.html").string());
}

void print_json(const Tested& tested, const fs::path& folder) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("runId", tested.run.run_id).member("folder", folder.string());
  json.member("resultSha256", tested.run.result_sha256).member("good", tested.result.good());
  json.key("weak").begin_array();
  for (const validation::WeakClass& weak : tested.result.weak)
    if (!weak.accepted) json.value(weak.recall.id);
  json.end_array().end_object();
  std::cout << out << "\n";
}

Result<std::vector<validation::OwnOutcome>> run_cases(
    const std::vector<validation::OwnCase>& cases, int threshold, unsigned threads,
    const std::shared_ptr<const catalogue::Catalogue>& catalogue) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const validation::CatalogueEngine engine(catalogue, analyser);
  search::WorkspacePool workspaces(threads);
  std::vector<validation::OwnOutcome> outcomes(cases.size());
  std::mutex mutex;
  std::optional<base::Error> failure;
  search::for_each_in_parallel(cases.size(), threads, [&](std::size_t i) {
    const auto workspace = workspaces.take();
    auto done = validation::run_own_case(cases[i], threshold, engine, *catalogue, *workspace);
    if (done.ok()) {
      outcomes[i] = std::move(*done);
      return;
    }
    const std::lock_guard lock(mutex);
    failure = std::move(done).error();
  });
  if (failure) return *std::move(failure);
  return outcomes;
}

// The cases of a file: the outcomes as a signed CSV. Whether all are right.
Result<bool> run_own(const Settings& settings, const ValidateCommand& command) {
  VEDETTE_ASSIGN(std::ifstream in, open_to_read(command.own));
  auto cases = validation::read_own_cases(in);
  if (!cases.ok())
    return base::Error(cases.error().cause, command.own + ": " + cases.error().message);
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const Own own, read_own(*installation, command));
  VEDETTE_ASSIGN(const validation::Options options,
                 options_of(command, own.records.settings.threshold));
  VEDETTE_ASSIGN(const auto catalogue, open_current_catalogue(settings));
  VEDETTE_ASSIGN(const fs::path folder, make_folder(command, clock.now()));
  VEDETTE_ASSIGN(const auto outcomes,
                 run_cases(*cases, options.threshold, threads_of(command), catalogue));
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  const fs::path file = folder / "own.csv";
  VEDETTE_TRY(write_durably(file, validation::own_csv(*cases, outcomes)));
  VEDETTE_TRY(sign_file(signer, file, std::string(kPurpose), clock.now()));
  std::map<std::string_view, std::uint64_t> counts;
  for (const validation::OwnOutcome& each : outcomes)
    ++counts[validation::verdict_text(each.verdict)];
  std::cout << fmt::format("{} cases at threshold {} on generation {}\n", count_text(cases->size()),
                           options.threshold, catalogue->meta().generation);
  for (const auto& [verdict, count] : counts)
    std::cout << fmt::format("{}: {}\n", verdict, count_text(count));
  std::cout << fmt::format("outcomes: {}\n", file.string());
  return counts["right"] == cases->size();
}

Result<bool> run(const Settings& settings, const ValidateCommand& command) {
  if (!command.own.empty()) return run_own(settings, command);
  VEDETTE_ASSIGN(Before before, read_before(command));
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(Own own, read_own(*installation, command));
  VEDETTE_ASSIGN(const fs::path folder, make_folder(command, clock.now()));
  VEDETTE_ASSIGN(Tested tested, test(settings, *installation, command, own, before));
  const std::string json = validation::to_json(tested.result);
  tested.run.result_sha256 = base::hex(base::as_text(base::sha256(json)));
  VEDETTE_TRY(write_files(settings, folder, tested, before.earlier, json, clock.now()));
  VEDETTE_TRY(record(*installation, own, tested));
  (command.json ? print_json : print)(tested, folder);
  return tested.result.good();
}

}  // namespace

int validate(const Settings& settings, const ValidateCommand& command) {
  const auto good = run(settings, command);
  if (!good.ok()) return print_error(good.error());
  return *good ? 0 : 1;
}

}  // namespace vedette::app
