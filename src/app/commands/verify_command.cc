#include <fmt/format.h>

#include <iostream>
#include <thread>

#include "app/commands/audit_commands.h"
#include "app/commands/screen_command.h"
#include "app/commands/signing_commands.h"
#include "app/installation/catalogue_folder.h"
#include "app/terminal/terminal.h"
#include "base/digest.h"
#include "base/json_writer.h"
#include "search/self_check.h"

namespace vedette::app {
namespace {

constexpr std::size_t kShownDifferences = 10;

std::uint64_t chosen_seed(const VerifyCommand& command) {
  if (command.seed > 0) return static_cast<std::uint64_t>(command.seed);
  std::array<std::uint8_t, 4> bytes;
  base::fill_random(bytes);
  return 1 + (std::uint64_t{bytes[0]} | std::uint64_t{bytes[1]} << 8 |
              std::uint64_t{bytes[2]} << 16 | std::uint64_t{bytes[3]} << 24);
}

void print(const search::SelfCheckReport& report, const catalogue::Catalogue& catalogue,
           const std::optional<AuditVerdict>& audit, bool json) {
  if (json) {
    std::string out;
    base::JsonWriter writer(out);
    writer.begin_object()
        .member("generation", catalogue.meta().generation)
        .member("queries", report.queries);
    writer.member("seed", report.seed).member("hits", report.hits);
    writer.member("refused", report.refused).key("differences").begin_array();
    for (const search::SelfCheckDifference& difference : report.differences)
      writer.begin_object()
          .member("name", difference.query.name)
          .member("threshold", difference.query.threshold)
          .member("what", difference.what)
          .end_object();
    writer.end_array().key("audit");
    if (audit) {
      write_verdict(writer, *audit);
    } else {
      writer.null();
    }
    writer.end_object();
    std::cout << out << "\n";
    return;
  }
  if (audit) {
    print_verdict(*audit);
  } else {
    std::cout << "audit: there is no ledger yet\n";
  }
  std::cout << fmt::format("generation {}: every checksum is right\n", catalogue.meta().generation);
  std::cout << fmt::format(
      "index against full scan: {} queries with seed {}, {} hits, {} differences\n", report.queries,
      report.seed, report.hits, report.differences.size());
  if (report.refused > 0)
    std::cout << fmt::format("{} queries were refused as too expensive\n", report.refused);
  for (std::size_t i = 0; i < report.differences.size() && i < kShownDifferences; ++i)
    std::cout << fmt::format("  \"{}\" at {}: {}\n", report.differences[i].query.name,
                             report.differences[i].query.threshold, report.differences[i].what);
}

base::Result<bool> run(const Settings& settings, const VerifyCommand& command) {
  if (command.queries < 0)
    return base::Error(base::Cause::kInvalidInput, "--queries must not be negative");
  VEDETTE_ASSIGN(const auto audit, check_audit(settings, command.head));
  const auto opened = open_current_catalogue(settings);
  if (!opened.ok()) {
    if (audit && !command.json) print_verdict(*audit);
    return opened.error();
  }
  const std::shared_ptr<const catalogue::Catalogue>& catalogue = *opened;
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  search::SelfCheckOptions options;
  options.queries = static_cast<std::uint64_t>(command.queries);
  options.seed = chosen_seed(command);
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  VEDETTE_ASSIGN(const parties::PartyCatalogue lists, with_parties(settings, catalogue));
  options.parties = lists.grouping;
  VEDETTE_ASSIGN(const search::SelfCheckReport report,
                 search::self_check(catalogue, analyser, options));
  print(report, *catalogue, audit, command.json);
  return report.differences.empty() && (!audit || audit->whole());
}

}  // namespace

int verify(const Settings& settings, const VerifyCommand& command) {
  if (!command.file.empty())
    return verify_signed_file(settings, {command.file, command.signed_by, command.json});
  const auto same = run(settings, command);
  if (!same.ok()) return print_error(same.error());
  return *same ? 0 : 1;
}

}  // namespace vedette::app
