#include "app/list_commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "app/catalogue_folder.h"
#include "app/terminal.h"
#include "base/json_writer.h"
#include "names/lexicon.h"
#include "service/list_import.h"

namespace vedette::app {
namespace {

constexpr std::size_t kShownRejections = 20;

// One line on standard error that is written over, on a terminal only.
class ProgressLine {
 public:
  void show(const service::ImportProgress& now) {
    if (!terminal_) return;
    std::cerr << "\r\x1b[K" << now.phase;
    if (!now.list.empty()) std::cerr << " " << now.list << ": " << now.records << " records";
    std::cerr << std::flush;
  }
  ~ProgressLine() {
    if (terminal_) std::cerr << "\r\x1b[K" << std::flush;
  }

 private:
  const bool terminal_ = isatty(STDERR_FILENO) == 1;
};

void print_report(const service::ImportReport& report) {
  std::vector<std::vector<std::string>> table = {
      {"LIST", "FORMAT", "PUBLISHED", "RECORDS", "ACCEPTED", "REJECTED"}};
  for (const lists::Account& account : report.lists)
    table.push_back({account.list.id, account.format, profile::to_text(account.list.date),
                     std::to_string(account.records), std::to_string(account.accepted),
                     std::to_string(account.rejected)});
  std::cout << aligned(table);
  for (const lists::Account& account : report.lists) {
    for (const auto& [cause, count] : account.causes)
      std::cout << fmt::format("{}: {} rejected: {}\n", account.list.id, count, cause);
    if (account.orphans > 0)
      std::cout << fmt::format("{}: {} parts belong to no record of the file\n", account.list.id,
                               account.orphans);
    for (std::size_t i = 0; i < account.examples.size() && i < kShownRejections; ++i) {
      const lists::Rejection& rejection = account.examples[i];
      std::cout << fmt::format("  line {} {}: {}: {}\n", rejection.line, rejection.id,
                               rejection.cause, rejection.detail);
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
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::Error(base::Cause::kNotFound, "cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

base::Result<service::ImportRequest> request_of(const Settings& settings,
                                                const ListsImportCommand& command) {
  service::ImportRequest request;
  ImportFiles_PLACE
  request.allow_shrink = command.allow_shrink;
  request.most_shrink_percent = static_cast<int>(settings.list_shrink_percent);
  request.keep_generations = static_cast<std::size_t>(settings.keep_generations);
  request.options.list_id = command.list;
  if (!command.format.empty()) {
    request.options.format = lists::format_of(command.format);
    if (!request.options.format) {
      std::string known;
      for (const lists::Format format : lists::all_formats())
        known += fmt::format(" {}", lists::format_name(format));
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("--format {} is not known; there are:{}", command.format, known));
    }
  }
  if (!command.mapping.empty()) {
    VEDETTE_ASSIGN(request.options.mapping, read_text(command.mapping));
  }
  return request;
}

base::Result<void> run_import(const Settings& settings, const ListsImportCommand& command) {
  VEDETTE_ASSIGN(const service::ImportRequest request, request_of(settings, command));
  VEDETTE_ASSIGN(const catalogue::Store store, open_catalogue_folder(settings));
  const base::SystemClock clock;
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  std::optional<ProgressLine> line(std::in_place);
  auto report =
      service::import_lists(store, analyser, clock, request,
                            [&line](const service::ImportProgress& now) { line->show(now); });
  line.reset();
  if (!report.ok()) return std::move(report).error();
  if (command.json) {
    std::cout << service::to_json(*report) << "\n";
  } else {
    print_report(*report);
  }
  return {};
}

base::Result<void> run_status(const Settings& settings, bool json) {
  VEDETTE_ASSIGN(const catalogue::Store store, open_catalogue_folder(settings));
  VEDETTE_ASSIGN(const catalogue::Store::Opened opened, store.open_current());
  const catalogue::Catalogue& current = *opened.catalogue;
  if (json) {
    std::string out;
    base::JsonWriter writer(out);
    writer.begin_object().member("generation", current.meta().generation).key("kept").begin_array();
    for (const std::uint64_t generation : store.generations())
      writer.value(generation);
    writer.end_array().key("lists").begin_array();
    for (const catalogue::ListInfo& list : current.lists()) {
      writer.begin_object()
          .member("list", list.key)
          .member("name", list.name)
          .member("published", list.published);
      writer.member("read", base::iso_millis(list.read)).member("records", list.records);
      writer.member("accepted", list.accepted)
          .member("rejected", list.rejected)
          .member("sha256", list.checksum)
          .end_object();
    }
    writer.end_array().end_object();
    std::cout << out << "\n";
    return {};
  }
  std::vector<std::vector<std::string>> table = {
      {"LIST", "NAME", "PUBLISHED", "READ", "RECORDS", "REJECTED"}};
  for (const catalogue::ListInfo& list : current.lists())
    table.push_back({list.key, list.name, list.published, base::iso_seconds(list.read),
                     std::to_string(list.records), std::to_string(list.rejected)});
  std::cout << aligned(table)
            << fmt::format(
                   "\ngeneration {} serves: {} profiles, {} names; {} generations are kept\n",
                   current.meta().generation, current.profile_count(), current.name_count(),
                   store.generations().size());
  if (!opened.explanation.empty()) std::cout << opened.explanation << "\n";
  return {};
}

}  // namespace

int import_lists(const Settings& settings, const ListsImportCommand& command) {
  const auto done = run_import(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

int print_lists_status(const Settings& settings, const ListsStatusCommand& command) {
  const auto done = run_status(settings, command.json);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
