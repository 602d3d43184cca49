#include "app/commands/list_commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "app/commands/server_wait.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/installation/list_updating.h"
#include "app/installation/party_resolving.h"
#include "app/installation/sharing.h"
#include "app/settings/file_access.h"
#include "app/terminal/progress_line.h"
#include "app/terminal/terminal.h"
#include "base/background.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "names/tables/lexicon.h"
#include "service/lists/catalogue_rebuild.h"
#include "service/lists/list_audit.h"
#include "service/lists/list_import.h"
#include "service/lists/list_removal.h"
#include "service/lists/list_update.h"
#include "service/lists/serving_note.h"

namespace vedette::app {
namespace {

constexpr std::size_t kShownRejections = 20;

void show(ProgressLine& line, const service::ImportProgress& now) {
  if (now.phase == "reading") {
    line.show("reading " + now.list, now.bytes, now.total_bytes,
              fmt::format(", {} records", count_text(now.records)));
  } else {
    line.show(now.phase);
  }
}

void show(ProgressLine& line, const service::UpdateProgress& now) {
  if (now.phase != "fetching") return show(line, now.import);
  for (const service::SourceProgress& source : now.sources)
    if (source.step == service::SourceStep::kFetching)
      line.show("fetching " + source.source, source.bytes, source.total_bytes);
}

void print_nothing_changed(const service::ImportReport& report) {
  for (const service::ImportedList& list : report.lists)
    std::cout << fmt::format("{}: the same file as the one that serves\n", list.account.list.id);
  std::cout << fmt::format(
      "nothing changed, generation {} keeps serving (--force imports the file all the same)\n",
      report.generation);
}

void print_report(const service::ImportReport& report) {
  if (report.nothing_changed) return print_nothing_changed(report);
  std::vector<std::vector<std::string>> table = {
      {"LIST", "FORMAT", "PUBLISHED", "RECORDS", "ACCEPTED", "REJECTED"}};
  for (const auto& [account, checksum, group] : report.lists)
    table.push_back({account.list.id, account.format, profile::to_text(account.list.date),
                     std::to_string(account.records), std::to_string(account.accepted),
                     std::to_string(account.rejected)});
  if (!report.lists.empty()) std::cout << aligned(table);
  for (const auto& [account, checksum, group] : report.lists) {
    for (const auto& [cause, count] : account.causes)
      std::cout << fmt::format("{}: {} rejected: {}\n", account.list.id, count, cause);
    for (const std::string& warning : account.warnings)
      std::cout << fmt::format("warning: {}: {}\n", account.list.id, warning);
    if (account.unknown_kind > 0)
      std::cout << fmt::format(
          "{}: {} parties of unknown kind, searched among individuals and businesses\n",
          account.list.id, account.unknown_kind);
    if (account.orphans > 0)
      std::cout << fmt::format("{}: {} parts belong to no record of the file\n", account.list.id,
                               account.orphans);
    for (std::size_t i = 0; i < account.examples.size() && i < kShownRejections; ++i) {
      const lists::Rejection& rejection = account.examples[i];
      std::cout << fmt::format("  line {} {}: {}{}{}\n", rejection.line, rejection.id,
                               rejection.cause, rejection.detail.empty() ? "" : ": ",
                               rejection.detail);
    }
  }
  const catalogue::BuildSummary& profiles = report.profiles;
  std::cout << fmt::format(
      "generation {} serves: {} added, {} changed, {} unchanged, {} removed, {} of other lists; {} "
      "names, {:.1f} MB\n",
      report.generation, profiles.added, profiles.changed, profiles.unchanged, profiles.removed,
      profiles.carried, profiles.names, static_cast<double>(profiles.file_bytes) / 1e6);
}

base::Result<std::string> read_text(const std::string& path) {
  VEDETTE_ASSIGN(const std::ifstream file, open_to_read(path));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

base::Result<service::ImportRequest> request_of(const Settings& settings,
                                                const ListsImportCommand& command) {
  service::ImportRequest request;
  service::ImportFiles& group = request.groups.emplace_back();
  group.files = command.files;
  request.allow_shrink = command.allow_shrink;
  request.most_shrink_percent = static_cast<int>(settings.list_shrink_percent);
  request.allow_older = command.allow_older;
  request.skip_identical = !command.force;
  request.match_context = settings.match_context == "on";
  group.options.list_id = command.list;
  group.options.allow_incomplete = command.allow_incomplete;
  if (!command.format.empty()) {
    group.options.format = lists::format_of(command.format);
    if (!group.options.format) {
      std::string known;
      for (const lists::Format format : lists::all_formats())
        known += fmt::format(" {}", lists::format_name(format));
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("--format {} is not known; there are:{}", command.format, known));
    }
  }
  if (!command.mapping.empty()) {
    VEDETTE_ASSIGN(group.options.mapping, read_text(command.mapping));
  }
  return request;
}

// What every command that changes the lists works with. The ledger is opened first: a change that
// could not be audited is not begun.
struct Workshop {
  static base::Result<std::unique_ptr<Workshop>> open(const Settings& settings) {
    // Beside a server that answers, building gives way to it.
    if (service::read_serving_note(catalogue_folder(settings))) (void)base::enter_background();
    auto workshop = std::make_unique<Workshop>();
    VEDETTE_ASSIGN(workshop->installation, Installation::open(settings, workshop->clock));
    VEDETTE_ASSIGN(workshop->store, open_catalogue_folder(settings));
    // Where no server runs, the commands that change lists move the confirmed time on.
    VEDETTE_TRY(workshop->installation->retention().deletion_time());
    VEDETTE_ASSIGN(workshop->shared,
                   open_sharing(settings, *workshop->installation, *workshop->store));
    // What is built here must be built upon the newest.
    if (workshop->shared) VEDETTE_TRY(catch_up(*workshop->shared));
    workshop->audit.emplace(workshop->installation->ledger(), workshop->shared.get());
    return workshop;
  }

  base::SystemClock clock;
  std::unique_ptr<Installation> installation;
  std::optional<catalogue::Store> store;
  std::unique_ptr<service::SharedGenerations> shared;
  std::optional<service::ListAudit> audit;
  names::Lexicon lexicon;
  names::Analyser analyser{lexicon};
  service::ListActor actor{.name = "operator"};
};

// Runs `build`, which makes a new generation as requested, and tells what it made.
template <class Command, class Build>
base::Result<void> make_generation(const Settings& settings, const Command& command,
                                   service::ImportRequest request, const Build& build) {
  VEDETTE_ASSIGN(const auto workshop, Workshop::open(settings));
  request.keep = keep_rules(settings, *workshop->installation);
  request.parties = party_resolution(settings, *workshop->installation);
  request.record = [&](const service::ImportReport& report) {
    return workshop->audit->imported(workshop->actor, request, report);
  };
  std::optional<ProgressLine> line(std::in_place);
  base::Result<service::ImportReport> report =
      build(*workshop->store, workshop->analyser, workshop->clock, request,
            [&line](const service::ImportProgress& now) { show(*line, now); });
  line.reset();
  if (!report.ok()) return std::move(report).error();
  if (command.json) {
    std::cout << service::to_json(*report) << "\n";
  } else {
    print_report(*report);
  }
  return command.wait ? wait_for_server(settings, report->generation) : base::Result<void>();
}

base::Result<void> run_import(const Settings& settings, const ListsImportCommand& command) {
  VEDETTE_ASSIGN(service::ImportRequest request, request_of(settings, command));
  return make_generation(settings, command, std::move(request), service::import_lists);
}

base::Result<void> run_rebuild(const Settings& settings, const ListsRebuildCommand& command) {
  service::ImportRequest request;
  request.match_context = settings.match_context == "on";
  VEDETTE_TRY(open_existing_catalogue_folder(settings));
  return make_generation(settings, command, std::move(request), service::rebuild_catalogue);
}

base::Result<std::vector<service::ListSource>> sources_to_update(
    std::vector<service::ListSource> sources, const std::vector<std::string>& named) {
  // To name a source on the command line is to enable it, this once.
  for (const std::string& id : named)
    if (std::ranges::find(sources, id, &service::ListSource::id) == sources.end())
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("there is no source {}; vedette lists sources names them", id));
  std::erase_if(sources, [&](const service::ListSource& source) {
    return named.empty() ? !source.enabled : std::ranges::find(named, source.id) == named.end();
  });
  return sources;
}

void print_update(const service::UpdateProgress& update) {
  std::vector<std::vector<std::string>> table = {{"SOURCE", "STATE", "LISTS", "PROBLEM"}};
  for (const service::SourceProgress& source : update.sources)
    table.push_back({source.source, std::string(service::step_name(source.step)),
                     fmt::format("{}", fmt::join(source.lists, " ")), source.failure});
  std::cout << aligned(table);
  if (update.imported) {
    std::cout << "\n";
    print_report(*update.imported);
  }
}

// The exit status.
base::Result<int> run_update(const Settings& settings, const ListsUpdateCommand& command) {
  VEDETTE_ASSIGN(const std::vector<service::ListSource> configured, configured_sources(settings));
  VEDETTE_ASSIGN(const std::vector<service::ListSource> sources,
                 sources_to_update(configured, command.sources));
  VEDETTE_ASSIGN(const auto workshop, Workshop::open(settings));
  const service::SourceFolder folder = source_folder(settings);
  service::UpdateParts parts{.store = *workshop->store,
                             .folder = folder,
                             .analyser = workshop->analyser,
                             .clock = workshop->clock,
                             .settings = update_settings(settings, *workshop->installation),
                             .audit = &*workshop->audit,
                             .by = workshop->actor};
  parts.settings.allow_shrink = command.allow_shrink;
  parts.settings.allow_older = command.allow_older;
  for (const service::ListSource& source : configured)
    if (source.enabled) parts.enabled.push_back(source.id);
  std::optional<ProgressLine> line(std::in_place);
  auto update = service::update_lists(
      parts, sources, [&line](const service::UpdateProgress& now) { show(*line, now); }, {});
  line.reset();
  if (!update.ok()) return std::move(update).error();
  if (command.json) {
    std::string out;
    base::JsonWriter json(out);
    service::write_progress(json, *update);
    std::cout << out << "\n";
  } else {
    print_update(*update);
  }
  if (command.wait && update->imported)
    VEDETTE_TRY(wait_for_server(settings, update->imported->generation));
  return update->failed() ? 1 : 0;
}

std::string to_json(const service::RemovalReport& report) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("generation", report.generation).member("list", report.list.key);
  json.member("published", report.list.published).member("sha256", report.list.checksum);
  json.member("removed", report.profiles.removed).member("carried", report.profiles.carried);
  json.end_object();
  return out;
}

base::Result<void> run_remove(const Settings& settings, const ListsRemoveCommand& command) {
  VEDETTE_ASSIGN(const std::vector<service::ListSource> sources, configured_sources(settings));
  VEDETTE_TRY(service::check_no_source_brings(command.list, sources, source_folder(settings)));
  VEDETTE_TRY(open_existing_catalogue_folder(settings));
  VEDETTE_ASSIGN(const auto workshop, Workshop::open(settings));
  service::RemovalRequest request{.list = command.list,
                                  .keep = keep_rules(settings, *workshop->installation),
                                  .parties = party_resolution(settings, *workshop->installation)};
  request.record = [&](const service::RemovalReport& report) {
    return workshop->audit->removed(workshop->actor, report);
  };
  VEDETTE_ASSIGN(
      const service::RemovalReport report,
      service::remove_list(*workshop->store, workshop->analyser, workshop->clock, request));
  if (command.json) {
    std::cout << to_json(report) << "\n";
  } else {
    std::cout << fmt::format(
        "the list {} is gone with its {} profiles; generation {} serves with {} of other lists\n",
        report.list.key, report.profiles.removed, report.generation, report.profiles.carried);
  }
  return command.wait ? wait_for_server(settings, report.generation) : base::Result<void>();
}

}  // namespace

int remove_list(const Settings& settings, const ListsRemoveCommand& command) {
  const auto done = run_remove(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

int import_lists(const Settings& settings, const ListsImportCommand& command) {
  const auto done = run_import(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

int rebuild_lists(const Settings& settings, const ListsRebuildCommand& command) {
  const auto done = run_rebuild(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

int update_lists(const Settings& settings, const ListsUpdateCommand& command) {
  // What goes wrong with a source is in the answer; the log is for the server.
  base::set_log_level(base::LogLevel::kError);
  const auto status = run_update(settings, command);
  return status.ok() ? *status : print_error(status.error());
}

}  // namespace vedette::app
