#include "app/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <filesystem>
#include <functional>
#include <iostream>

#include "api/request/version.h"
#include "app/commands/account_commands.h"
#include "app/commands/analyse_command.h"
#include "app/commands/attest_command.h"
#include "app/commands/audit_commands.h"
#include "app/commands/backup_command.h"
#include "app/commands/compare_command.h"
#include "app/commands/demo_command.h"
#include "app/commands/doctor_command.h"
#include "app/commands/erase_command.h"
#include "app/commands/list_commands.h"
#include "app/commands/list_content_commands.h"
#include "app/commands/parties_commands.h"
#include "app/commands/records_command.h"
#include "app/commands/replay_command.h"
#include "app/commands/screen_command.h"
#include "app/commands/settings_command.h"
#include "app/commands/signing_commands.h"
#include "app/commands/tuning_command.h"
#include "app/commands/validate_command.h"
#include "app/commands/variations_command.h"
#include "app/installation/ownership.h"
#include "app/serving/serve_command.h"
#include "app/settings/settings.h"
#include "app/terminal/terminal.h"
#include "lists/formats/format.h"

namespace vedette::app {
namespace {

constexpr int kUsageError = 2;

// What the command line chosen for: the settings given as flags, and the command to run with the
// settings once they are loaded.
struct Chosen {
  GivenValues flags;
  std::function<int(const LoadedSettings&)> command;
  // What to do when the settings cannot be loaded; without it, they are complained of.
  std::function<int(const base::Error&)> without_settings = {};
  Access access = Access::kCommand;
};

// The help of a setting, with what it is by default and what it may be.
std::string help_of(const SettingRow& row) {
  std::string more;
  if (!row.choices.empty())
    more = fmt::format("{}", fmt::join(row.choices, ", "));
  else if (row.most > 0)
    more = fmt::format("{} to {}", row.least, row.most);
  if (!row.default_value.empty())
    more += fmt::format("{}default {}", more.empty() ? "" : "; ", row.default_value);
  return more.empty() ? std::string(row.help) : fmt::format("{} [{}]", row.help, more);
}

void add_setting_flags(CLI::App& command, Chosen& chosen, std::span<const std::string_view> names) {
  for (const SettingRow& row : setting_rows()) {
    if (!names.empty() && std::ranges::find(names, row.name) == names.end()) continue;
    command
        .add_option_function<std::string>(
            flag_of(row.name),
            [&chosen, name = std::string(row.name)](const std::string& value) {
              chosen.flags[name] = value;
            },
            help_of(row))
        ->type_name("")
        ->group("Settings");
  }
}

constexpr std::array<std::string_view, 5> kLedgerSettings = {"data", "database", "key_file",
                                                             "shared_directory", "config"};

constexpr std::array<std::string_view, 2> kAttestSettings = {"time_zone",
                                                             "attestation_late_minutes"};
constexpr std::array<std::string_view, 3> kSourceSettings = {"sources_file", "update_sources",
                                                             "list_stale_days"};
constexpr std::array<std::string_view, 3> kKeepSettings = {"keep_all_days", "keep_daily_days",
                                                           "keep_generations"};
constexpr std::array<std::string_view, 11> kFetchSettings = {"sources_file",
                                                             "update_sources",
                                                             "list_shrink_percent",
                                                             "fetch_proxy",
                                                             "fetch_ca_file",
                                                             "fetch_max_bytes",
                                                             "fetch_timeout_seconds",
                                                             "fetch_stall_seconds",
                                                             "fetch_attempts",
                                                             "fetch_wait_seconds",
                                                             "log_level"};

void add_serve(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand("serve", "Serve the API until SIGTERM");
  add_setting_flags(*command, chosen, {});
  command->callback([&chosen] {
    chosen.access = Access::kServe;
    chosen.command = [](const LoadedSettings& loaded) { return serve(loaded.settings); };
  });
}

void add_settings(CLI::App& program, Chosen& chosen) {
  CLI::App* command =
      program.add_subcommand("settings", "Show every setting, its value and where it came from");
  add_setting_flags(*command, chosen, {});
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print JSON");
  command->callback([&chosen, json] {
    chosen.access = Access::kNothing;
    chosen.command = [json](const LoadedSettings& loaded) { return print_settings(loaded, *json); };
  });
}

void add_compare(CLI::App& program, Chosen& chosen) {
  CLI::App* command =
      program.add_subcommand("compare", "Score two names and explain the score word by word");
  const auto options = std::make_shared<CompareCommand>();
  command->add_option("query", options->query, "The name you have");
  command->add_option("listed", options->listed, "The name on the list");
  command
      ->add_option("--type", options->type,
                   "person, organisation, vessel, or legalentity when it may be either")
      ->capture_default_str();
  command->add_option("--csv", options->csv,
                      "A file with the columns schema, name1, name2 and any others (- for standard "
                      "input); the same "
                      "columns and the score are written to standard output");
  command->add_option("--entities", options->entities,
                      "A file of JSON lines {left, right} of FollowTheMoney entities (- for "
                      "standard input); each line is written back with score, confidence and "
                      "evidence");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&chosen, options] {
    const int given = !options->csv.empty() + !options->listed.empty() + !options->entities.empty();
    if (given != 1)
      throw CLI::ValidationError("compare", "give two names, --csv FILE, or --entities FILE");
    if (options->json && !options->csv.empty())
      throw CLI::ValidationError("--json", "goes with two names; --csv writes CSV");
    chosen.access = Access::kNothing;
    chosen.command = [options](const LoadedSettings&) { return compare(*options); };
  });
}

void add_analyse(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand(
      "analyse", "Show how a name is read: its words, their roles, and the names found in it");
  const auto options = std::make_shared<AnalyseCommand>();
  command->add_option("name", options->name, "The name to read")->required();
  command
      ->add_option("--type", options->type,
                   "person, organisation or vessel; without it as a person and an organisation")
      ->type_name("TYPE");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&chosen, options] {
    chosen.access = Access::kNothing;
    chosen.command = [options](const LoadedSettings&) { return analyse(*options); };
  });
}

// How a customer file is to be read.
void add_customer_file_flags(CLI::App& command, CustomerFileFlags& flags) {
  command.add_option("--sheet", flags.sheet, "The sheet of an .xlsx file; else its first");
  command.add_option("--encoding", flags.encoding,
                     "Of a text that is not UTF-8 (windows-1252, windows-1250, UTF-16 ...); else "
                     "as its bytes tell");
  command.add_option("--date-order", flags.date_order,
                     "Of dates such as 03/04/1965: dmy, mdy or ymd; else as another row shows");
  command
      .add_option("--map", flags.map,
                  "FIELD=COLUMN, for a heading that is not known (name=Kundenname), or "
                  "ignore=COLUMN; may be given several times")
      ->type_name("FIELD=COLUMN");
  command.add_option("--mapping", flags.mapping,
                     "A TOML file with such lines in a table [columns]: name = \"Kundenname\"");
  command.add_option("--rejected", flags.rejected,
                     "Where to put the rows that were not taken, with the reason of each");
}

void add_screen(CLI::App& program, Chosen& chosen) {
  CLI::App* command =
      program.add_subcommand("screen", "Search the catalogue for a name, from the terminal");
  const auto options = std::make_shared<ScreenCommand>();
  command->add_option("name", options->name,
                      "The name to look for, or a number with its kind: \"IMO 9116412\"");
  command
      ->add_option("--id", options->identifiers,
                   "Find whoever has this number, whatever the name: imo:9116412, "
                   "passport:IR:N1234567, wallet:0x... (may be repeated)")
      ->allow_extra_args(false);
  command->add_option(
      "--csv", options->csv,
      "Screen every customer of this file instead (.xlsx, or separated by commas, semicolons or "
      "tabs); its first line names the columns (id, name, dob, gender, country, type ... in any "
      "order)");
  command->add_option("--out", options->out, "Where --csv puts its results; else standard output");
  command
      ->add_option("--format", options->format,
                   "Results of --csv: csv, xlsx, json or ndjson; else as the name of --out ends, "
                   "or csv")
      ->check(CLI::IsMember({"csv", "xlsx", "json", "ndjson"}));
  add_customer_file_flags(*command, options->file);
  command->add_option("--report", options->report,
                      "Also write a page of HTML for the files: who was hit, why, on which lists");
  command->add_flag(
      "--countries-from-file", options->countries_from_file,
      "Search each customer of --csv only among profiles of its own country, and those "
      "without any");
  command->add_flag("--restart", options->restart, "Throw away what an unfinished run left");
  command->add_option("--type", options->type,
                      "individual or business; with --csv, for rows without a type. Without it "
                      "both are searched");
  command->add_option("--threshold", options->threshold, "Least similarity in percent")
      ->capture_default_str();
  command->add_option("--countries", options->countries, "Country codes, separated by commas");
  command->add_option("--datasets", options->datasets, "Dataset codes, separated by commas");
  command->add_option("--dob", options->birth, "Date of birth: breaks ties in the order");
  command->add_option(
      "--limit", options->limit,
      fmt::format("How many matches to show ({}), with --csv to write of each customer ({})",
                  kShownHits, kWrittenHits));
  command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--plan", options->plan,
                    "Print what the search does instead: words looked up, posting lists, names "
                    "pruned and scored");
  add_setting_flags(*command, chosen, kLedgerSettings);
  command->callback([&chosen, options] {
    const bool one = !options->name.empty() || !options->identifiers.empty();
    if (options->csv.empty() != one)
      throw CLI::ValidationError("screen", "give a name, --id TYPE:VALUE, or --csv FILE");
    if (options->plan && options->name.empty())
      throw CLI::ValidationError("--plan", "goes with a name");
    chosen.command = [options](const LoadedSettings& loaded) {
      return screen(loaded.settings, *options);
    };
  });
}

void add_verify(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand(
      "verify",
      "Check the audit chains, the catalogue's checksums, and its index against a full scan");
  const auto options = std::make_shared<VerifyCommand>();
  command->add_option("--queries", options->queries, "Generated queries to compare")
      ->capture_default_str();
  command->add_option("--seed", options->seed,
                      "Seed of the queries; a new one is chosen and printed without it");
  command->add_option("--head", options->head,
                      "Hold the audit chains against this file of vedette audit export-head");
  command->add_option(
      "file", options->file,
      "Check this signed file (with FILE.sig), or this folder of a backup, instead");
  command->add_option("--signed-by", options->signed_by,
                      "The public key that must have signed it, if not this installation's");
  command->add_flag("--json", options->json, "Print JSON");
  add_setting_flags(*command, chosen, kLedgerSettings);
  command->callback([&chosen, options] {
    chosen.command = [options](const LoadedSettings& loaded) {
      return verify(loaded.settings, *options);
    };
  });
}

void add_validate(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand(
      "validate", "Test the matching on the lists that serve and write a signed report");
  const auto options = std::make_shared<ValidateCommand>();
  command->add_option("--project", options->project,
                      "Test with the threshold and the records of this project too");
  command->add_option("--seed", options->seed, "The same seed gives the same result")
      ->capture_default_str();
  command->add_option("--threshold", options->threshold,
                      "The score from which a party counts as found; else the project's, or 80");
  command->add_option("--floor", options->floor,
                      "The lowest threshold to measure; else ten below the threshold");
  command->add_option("--per-class", options->per_class, "At most so many variations of each class")
      ->capture_default_str();
  command
      ->add_option("--per-population", options->per_population,
                   "Names of each fictional population")
      ->capture_default_str();
  command->add_option("--line", options->line, "A class found in less than this percentage is weak")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Else one per core");
  command->add_option("--out", options->out, "Folder for the result; else one with the time");
  command->add_option("--against", options->against,
                      "validation.json of an earlier run, to compare with");
  command->add_option("--own", options->own,
                      "Test the names of this CSV (name, expected, type) instead");
  command->add_option("--accepted", options->accepted,
                      "CSV with class,owner,note: weak classes that somebody accepts; else those "
                      "of the earlier run");
  command->add_flag("--json", options->json, "Print JSON");
  add_setting_flags(*command, chosen, kLedgerSettings);
  command->callback([&chosen, options] {
    chosen.command = [options](const LoadedSettings& loaded) {
      return validate(loaded.settings, *options);
    };
  });
}

void add_variations(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand(
      "variations", "Write listed names as others may write them, to test matching");
  const auto options = std::make_shared<VariationsCommand>();
  command->add_option("files", options->files,
                      "List files as published; without any, the lists that serve");
  command->add_option("--classes", options->classes,
                      "Classes or groups of classes, separated by commas; else all");
  command->add_option("--seed", options->seed, "The same seed gives the same variations")
      ->capture_default_str();
  command->add_option("--per-class", options->per_class, "At most so many names of each class")
      ->capture_default_str();
  command->add_flag("--list", options->list_classes, "Show the classes and what each changes");
  command->add_flag("--json", options->json, "Print JSON, one object a line");
  add_setting_flags(*command, chosen, kLedgerSettings);
  command->callback([&chosen, options] {
    chosen.command = [options](const LoadedSettings& loaded) {
      return variations(loaded.settings, *options);
    };
  });
}

void add_doctor(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand(
      "doctor", "Look for what is wrong with the installation, and say what to do about it");
  add_setting_flags(*command, chosen, {});
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print JSON");
  command->callback([&chosen, json] {
    chosen.access = Access::kLook;
    chosen.command = [json](const LoadedSettings& loaded) { return doctor(loaded, *json); };
    chosen.without_settings = [json](const base::Error& error) { return doctor(error, *json); };
  });
}

void add_replay(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand(
      "replay", "Run a recorded search again on the generation that answered it");
  const auto options = std::make_shared<ReplayCommand>();
  command->add_option("ref", options->ref, "The ref of the search")->required();
  command->add_option("--project", options->project,
                      "Code of its project; without it, all projects are looked through");
  command->add_flag("--json", options->json, "Print JSON");
  add_setting_flags(*command, chosen, kLedgerSettings);
  command->callback([&chosen, options] {
    chosen.command = [options](const LoadedSettings& loaded) {
      return replay(loaded.settings, *options);
    };
  });
}

// One verb of a noun: `vedette project add`. `Options` is shared by the verb's flags and its
// action.
template <class Options>
struct Verb {
  CLI::App* command;
  std::shared_ptr<Options> options;
};

template <class Options>
Verb<Options> add_verb(CLI::App& noun, Chosen& chosen, const char* name, const char* help,
                       std::function<int(const Settings&, const Options&)> action) {
  Verb<Options> verb{noun.add_subcommand(name, help), std::make_shared<Options>()};
  add_setting_flags(*verb.command, chosen, kLedgerSettings);
  verb.command->add_flag("--json", verb.options->json, "Print JSON");
  verb.command->callback([&chosen, options = verb.options, action = std::move(action)] {
    chosen.command = [options, action](const LoadedSettings& loaded) {
      return action(loaded.settings, *options);
    };
  });
  return verb;
}

void add_project_commands(CLI::App& program, Chosen& chosen) {
  using Options = ProjectCommand;
  CLI::App* noun = program.add_subcommand("project", "Add, list and disable projects (tenants)");
  noun->require_subcommand(1);
  auto add = add_verb<Options>(*noun, chosen, "add", "Add a project", add_project);
  add.command->add_option("code", add.options->code, "Code of the project, part of the token path")
      ->required();
  add.command->add_option("--company", add.options->company, "Name of the company it belongs to")
      ->required();
  add_verb<Options>(*noun, chosen, "list", "List the projects", list_projects);
  for (const bool disabled : {true, false}) {
    auto verb = add_verb<Options>(
        *noun, chosen, disabled ? "disable" : "enable",
        disabled ? "Close a project: nobody signs in, no token opens it" : "Open it again",
        [disabled](const Settings& settings, const Options& options) {
          return disable_project(settings, options, disabled);
        });
    verb.command->add_option("code", verb.options->code, "Code of the project")->required();
  }
}

void add_audit_commands(CLI::App& program, Chosen& chosen) {
  CLI::App* noun = program.add_subcommand("audit", "Check the audit chains, export their heads");
  noun->require_subcommand(1);
  auto check = add_verb<AuditCommand>(
      *noun, chosen, "verify", "Walk every chain and name the first bad entry", verify_audit);
  check.command->add_option("--head", check.options->head,
                            "Hold the chains against this file of vedette audit export-head");
  check.command->add_option("--anchors", check.options->anchors,
                            "Hold the chains against this file of anchors (setting anchor_file)");
  check.command->add_option("--timestamp-ca", check.options->timestamp_ca,
                            "Certificates (PEM) that must vouch for the timestamps in it");
  auto head = add_verb<AuditCommand>(
      *noun, chosen, "export-head",
      "Write the signed heads of all chains; kept elsewhere, they show a cut end later",
      export_audit_head);
  head.command->add_option("--out", head.options->head, "The file; else standard output");
}

void add_backup_commands(CLI::App& program, Chosen& chosen) {
  auto backup = add_verb<BackupCommand>(program, chosen, "backup",
                                        "Copy ledger and catalogue while the server runs", back_up);
  backup.command->add_option("folder", backup.options->folder, "A new folder for the copy")
      ->required();
  auto restore = add_verb<BackupCommand>(program, chosen, "restore",
                                         "Put a backup into an empty data directory and check it",
                                         restore_backup);
  restore.command->add_option("folder", restore.options->folder, "The folder of the backup")
      ->required();
  restore.command->add_option("--signed-by", restore.options->signed_by,
                              "The public key of the installation that made it, if another");
  restore.command->add_option("--erasures", restore.options->erasures,
                              "erasures.jsonl of the data directory that was lost, or of a later "
                              "backup: persons who were erased since stay erased");
  restore.command->add_flag("--allow-unsigned", restore.options->allow_unsigned,
                            "Accept a backup without a signature, of an earlier version");
  add_verb<SigningKeyCommand>(program, chosen, "signing-key",
                              "Print the public key that backups and reports are signed with",
                              print_signing_key);
}

constexpr const char* kAllowShrink = "Accept a list that lost many of its records";
constexpr const char* kAllowOlder = "Accept a publication older than the one that serves";
constexpr const char* kWait = "Return when the running server serves the new generation";

void add_list_commands(CLI::App& program, Chosen& chosen) {
  CLI::App* noun = program.add_subcommand("lists", "Import published lists, show what serves");
  noun->require_subcommand(1);
  std::string formats;
  for (const lists::Format format : lists::all_formats())
    formats += fmt::format("{}{}", formats.empty() ? "" : ", ", lists::format_name(format));
  auto import = add_verb<ListsImportCommand>(*noun, chosen, "import",
                                             "Read list files into a new generation", import_lists);
  import.command
      ->add_option("files", import.options->files,
                   "Files as published; those that belong together (csv triples) together")
      ->required();
  import.command->add_option("--format", import.options->format,
                             "The format, instead of recognising it from the content: " + formats);
  import.command->add_option("--list", import.options->list,
                             "The id of the list, instead of taking it from the content");
  import.command->add_option("--mapping", import.options->mapping,
                             "For a csv of your own: a file that says which column is what "
                             "(docs/lists.md)");
  import.command->add_flag("--allow-shrink", import.options->allow_shrink, kAllowShrink);
  import.command->add_flag("--allow-older", import.options->allow_older, kAllowOlder);
  import.command->add_flag("--allow-incomplete", import.options->allow_incomplete,
                           "Accept OFAC's sdn.csv or cons_prim.csv without its alt and add files");
  import.command->add_flag("--force", import.options->force,
                           "Make a generation also when the files are those that serve: the lists "
                           "then count as read today");
  import.command->add_flag("--wait", import.options->wait, kWait);
  add_setting_flags(*import.command, chosen, kKeepSettings);
  auto update = add_verb<ListsUpdateCommand>(
      *noun, chosen, "update", "Fetch the sources and import what is new", update_lists);
  update.command->add_option("sources", update.options->sources,
                             "Ids of sources; without any, those that the settings enable");
  update.command->add_flag("--allow-shrink", update.options->allow_shrink, kAllowShrink);
  update.command->add_flag("--allow-older", update.options->allow_older, kAllowOlder);
  update.command->add_flag("--wait", update.options->wait, kWait);
  add_setting_flags(*update.command, chosen, kFetchSettings);
  auto rebuild = add_verb<ListsRebuildCommand>(
      *noun, chosen, "rebuild",
      "Build the current generation anew from the profiles in it, after an upgrade", rebuild_lists);
  rebuild.command->add_flag("--wait", rebuild.options->wait, kWait);
  add_setting_flags(*rebuild.command, chosen, kKeepSettings);
  add_setting_flags(*update.command, chosen, kKeepSettings);
  auto remove = add_verb<ListsRemoveCommand>(*noun, chosen, "remove",
                                             "Make a generation without a list", remove_list);
  remove.command->add_option("list", remove.options->list, "Id of the list, as in lists status")
      ->required();
  remove.command->add_flag("--wait", remove.options->wait, kWait);
  add_setting_flags(*remove.command, chosen, kKeepSettings);
  add_setting_flags(*remove.command, chosen, kSourceSettings);
  auto status = add_verb<ListsStatusCommand>(
      *noun, chosen, "status", "Show the lists, generations and sources", print_lists_status);
  add_setting_flags(*status.command, chosen, kSourceSettings);
  auto coverage = add_verb<ListsCoverageCommand>(
      *noun, chosen, "coverage", "Show which fields of a profile each list fills, and how often",
      print_list_coverage);
  coverage.command->add_option("files", coverage.options->files,
                               "List files; without any, the generation that serves");
  coverage.command->add_option(
      "--format", coverage.options->format,
      "The format, instead of recognising it from the content: " + formats);
  auto read = add_verb<ListsReadCommand>(
      *noun, chosen, "read", "Print the profiles of list files, one line of JSON each", read_lists);
  read.command->add_option("files", read.options->files, "List files; nothing is imported")
      ->required();
  read.command->add_option("--format", read.options->format,
                           "The format, instead of recognising it from the content");
  auto diff = add_verb<ListsDiffCommand>(
      *noun, chosen, "diff", "Show what changed between two generations or two list files",
      print_list_diff);
  diff.command->add_option("before", diff.options->before, "The number of a generation, or a file")
      ->required();
  diff.command->add_option("after", diff.options->after, "The number of a generation, or a file")
      ->required();
  auto sources = add_verb<ListsStatusCommand>(
      *noun, chosen, "sources", "Show where lists can be fetched from", print_list_sources);
  add_setting_flags(*sources.command, chosen, kSourceSettings);
}

constexpr std::array<std::string_view, 3> kPartySettings = {"party_grouping", "party_line",
                                                            "party_suggestion_line"};
constexpr const char* kEntry =
    "A list entry: LIST:RECORD (un-sc:QDi.001), a resourceId or a qrCode";

void add_judgement_commands(CLI::App& parties, Chosen& chosen) {
  using Options = PartiesCommand;
  CLI::App* noun = parties.add_subcommand("judgements", "Read and write what people judged");
  noun->require_subcommand(1);
  auto out = add_verb<Options>(*noun, chosen, "export", "Write the judgements that hold",
                               export_judgements);
  out.command->add_option("file", out.options->file, "Without it, standard output");
  out.command
      ->add_option("--format", out.options->format,
                   "jsonl, or nomenklatura for the file of its resolver")
      ->check(CLI::IsMember({"jsonl", "nomenklatura"}))
      ->capture_default_str();
  auto in = add_verb<Options>(*noun, chosen, "import",
                              "Add judgements from a file of either format", import_judgements);
  in.command->add_option("file", in.options->file, "The file, - for standard input")->required();
  add_setting_flags(*in.command, chosen, kPartySettings);
}

void add_party_commands(CLI::App& program, Chosen& chosen) {
  using Options = PartiesCommand;
  CLI::App* noun =
      program.add_subcommand("parties", "Which list entries are one person, company or ship");
  noun->require_subcommand(1);
  auto suggest = add_verb<Options>(*noun, chosen, "suggest",
                                   "Show the pairs that a person should decide", suggest_parties);
  suggest.command->add_option("--limit", suggest.options->limit, "How many pairs; 0 for all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  auto shown =
      add_verb<Options>(*noun, chosen, "show", "Show the party of a list entry", show_party);
  shown.command->add_option("entry", shown.options->entries, kEntry)->required()->expected(1);
  auto merge = add_verb<Options>(*noun, chosen, "merge", "Judge that list entries are one party",
                                 merge_parties);
  auto split = add_verb<Options>(
      *noun, chosen, "split",
      "Judge that a list entry is another party than others, or than the rest of its party",
      split_party);
  for (auto* verb : {&merge, &split}) {
    verb->command->add_option("entries", verb->options->entries, kEntry)->required();
    verb->command->add_option("--reason", verb->options->reason,
                              "Why; required where strong evidence speaks against it");
    add_setting_flags(*verb->command, chosen, kPartySettings);
  }
  auto to_file = add_verb<Options>(
      *noun, chosen, "export", "Write which list entries are one party, as csv", export_parties);
  to_file.command->add_option("file", to_file.options->file, "Without it, standard output");
  add_judgement_commands(*noun, chosen);
}

void add_record_commands(CLI::App& program, Chosen& chosen) {
  CLI::App* noun = program.add_subcommand("records", "Monitor records of a project as CSV");
  noun->require_subcommand(1);
  auto import = add_verb<RecordsCommand>(*noun, chosen, "import",
                                         "Add or update the records of a file, and screen them",
                                         import_records);
  import.command
      ->add_option("file", import.options->file,
                   ".xlsx, or separated by commas, semicolons or tabs; its first line names the "
                   "columns: id, name, dob, gender, country, type ... in any order")
      ->required();
  add_customer_file_flags(*import.command, import.options->flags);
  import.command->add_flag(
      "--countries-from-file", import.options->countries_from_file,
      "Watch each customer only among profiles of its own country, and those without any");
  import.command->add_option("--type", import.options->type,
                             "individual or business, for rows without a type; without it such "
                             "rows are refused");
  auto to_file = add_verb<RecordsCommand>(*noun, chosen, "export",
                                          "Write all records with their counters", export_records);
  to_file.command->add_option("file", to_file.options->file, "Without it, standard output");
  for (auto* verb : {&import, &to_file})
    verb->command->add_option("--project", verb->options->project, "Code of the project")
        ->required();
}

void add_tuning(CLI::App& program, Chosen& chosen) {
  auto verb = add_verb<TuningCommand>(
      program, chosen, "tuning",
      "Show what the decisions of a project say about its settings; changes nothing", tuning);
  verb.command->add_option("--project", verb.options->project, "Code of the project")->required();
}

void add_attest(CLI::App& program, Chosen& chosen) {
  auto verb = add_verb<AttestCommand>(program, chosen, "attest",
                                      "Show which lists every customer was screened against, day "
                                      "by day, or write it as a signed archive",
                                      attest);
  add_setting_flags(*verb.command, chosen, kAttestSettings);
  verb.command->add_option("--project", verb.options->project, "Code of the project")->required();
  verb.command->add_option("--date", verb.options->date,
                           "A day, YYYY-MM-DD; today's is still open");
  verb.command->add_option("--year", verb.options->year, "Every closed day of this year");
  verb.command->add_option("--out", verb.options->out,
                           "Write the day or the year as a signed zip archive to this file");
}

void add_erase(CLI::App& program, Chosen& chosen) {
  auto verb = add_verb<EraseCommand>(program, chosen, "erase",
                                     "Take a person's data out of a project, for good", erase);
  CLI::Option* project =
      verb.command->add_option("--project", verb.options->project, "Code of the project");
  verb.command->add_option("--record", verb.options->record, "The id of the person's record");
  verb.command->add_option("--name", verb.options->name,
                           "The person's name: also of other records, and of searches");
  verb.command->add_option("--again", verb.options->again,
                           "Erase whom this certificate is about once more, after a restore");
  verb.command->add_option("--certificate", verb.options->certificate,
                           "Write a signed certificate of what was erased to this file");
  verb.command->add_flag("--dry-run", verb.options->dry_run, "Only count what would be erased");
  CLI::Option* reapply = verb.command->add_flag(
      "--reapply", verb.options->reapply,
      "Do the erasures of erasures.jsonl again that the ledger has not seen, as every start of the "
      "server does");
  reapply->excludes(project);
  verb.command->callback([&chosen, options = verb.options] {
    if (options->project.empty() && !options->reapply) throw CLI::RequiredError("--project");
    chosen.command = [options](const LoadedSettings& loaded) {
      return erase(loaded.settings, *options);
    };
  });
}

void add_demo(CLI::App& program, Chosen& chosen) {
  auto verb = add_verb<DemoCommand>(
      program, chosen, "demo",
      "Make a small fictional bank: lists, customers, reviewed and open cases", make_demo);
  verb.command->add_option("--project", verb.options->project, "Code of its project")
      ->capture_default_str();
  verb.command->add_option("--customers", verb.options->customers, "How many, up to 10000")
      ->capture_default_str();
  verb.command->add_option("--seed", verb.options->seed, "The same seed gives the same customers")
      ->capture_default_str();
  verb.command->add_option("--lists", verb.options->lists,
                           "Folder of the demonstration lists; else that of the program");
}

void add_user_commands(CLI::App& program, Chosen& chosen) {
  using Options = UserCommand;
  CLI::App* noun = program.add_subcommand("user", "Add, list and disable users, change passwords");
  noun->require_subcommand(1);
  const auto of_project = [](Verb<Options>& verb) {
    verb.command->add_option("--project", verb.options->project, "Code of the project")->required();
  };
  const auto of_user = [&](Verb<Options>& verb) {
    of_project(verb);
    verb.command->add_option("--username", verb.options->username, "Name of the user")->required();
  };
  const auto with_password = [&](Verb<Options>& verb) {
    of_user(verb);
    verb.command->add_flag(
        "--generate", verb.options->generate,
        "Make a password and show it once; without it the password is chosen for, or read "
        "from standard input");
  };
  auto add = add_verb<Options>(*noun, chosen, "add", "Add a user to a project", add_user);
  with_password(add);
  add.command->add_option("--role", add.options->role, "analyst, auditor, admin or operator")
      ->capture_default_str();
  auto role = add_verb<Options>(*noun, chosen, "set-role",
                                "Change what a user may do, its tokens included", set_role);
  of_user(role);
  role.command->add_option("--role", role.options->role, "analyst, auditor, admin or operator")
      ->required();
  auto password = add_verb<Options>(*noun, chosen, "set-password",
                                    "Change a password and end the user's tokens", set_password);
  with_password(password);
  auto list = add_verb<Options>(*noun, chosen, "list", "List the users of a project", list_users);
  of_project(list);
  for (const bool disabled : {true, false}) {
    auto verb =
        add_verb<Options>(*noun, chosen, disabled ? "disable" : "enable",
                          disabled ? "Shut a user out, tokens included" : "Let a user in again",
                          [disabled](const Settings& settings, const Options& options) {
                            return disable_user(settings, options, disabled);
                          });
    of_user(verb);
  }
}

void add_client_commands(CLI::App& program, Chosen& chosen) {
  using Options = ClientCommand;
  CLI::App* noun =
      program.add_subcommand("client", "Add, list and disable clients of the password grant");
  noun->require_subcommand(1);
  const auto of_project = [](Verb<Options>& verb) {
    verb.command->add_option("--project", verb.options->project, "Code of the project")->required();
  };
  const auto of_client = [&](Verb<Options>& verb) {
    of_project(verb);
    verb.command->add_option("--client-id", verb.options->client_id, "Number of the client")
        ->required();
  };
  auto add = add_verb<Options>(*noun, chosen, "add",
                               "Add a client; prints client_id and client_secret", add_client);
  of_project(add);
  add.command->add_option("--label", add.options->label, "What the client is, for the list");
  auto list =
      add_verb<Options>(*noun, chosen, "list", "List the clients of a project", list_clients);
  of_project(list);
  auto renew = add_verb<Options>(*noun, chosen, "renew",
                                 "Give a client a new secret; the old one ends", renew_client);
  of_client(renew);
  for (const bool disabled : {true, false}) {
    auto verb = add_verb<Options>(*noun, chosen, disabled ? "disable" : "enable",
                                  disabled ? "Shut a client out" : "Let a client in again",
                                  [disabled](const Settings& settings, const Options& options) {
                                    return disable_client(settings, options, disabled);
                                  });
    of_client(verb);
  }
}

// Of an installed package; used when nothing says where the data is.
constexpr std::string_view kSystemFile = "/etc/vedette/vedette.toml";

// The settings file: --config, VEDETTE_CONFIG, vedette.toml in the data directory, or the system's.
base::Result<GivenValues> find_file_settings(const GivenValues& flags,
                                             const GivenValues& environment) {
  const auto given = [&](std::string_view name) -> std::string {
    for (const GivenValues* values : {&flags, &environment})
      if (const auto found = values->find(name); found != values->end()) return found->second;
    return "";
  };
  if (const std::string path = given("config"); !path.empty()) return settings_in_file(path);
  const std::string data = given("data");
  const auto beside = std::filesystem::path(data.empty() ? "vedette-data" : data) / "vedette.toml";
  std::error_code ignored;
  if (std::filesystem::exists(beside, ignored)) return settings_in_file(beside.string());
  if (data.empty() && std::filesystem::exists(kSystemFile, ignored))
    return settings_in_file(std::string(kSystemFile));
  return GivenValues{};
}

base::Result<LoadedSettings> load(const GivenValues& flags) {
  const GivenValues environment = settings_in_environment(environ);
  VEDETTE_ASSIGN(const GivenValues file, find_file_settings(flags, environment));
  return load_settings(flags, environment, file);
}

// What is said of a word that no command takes; nothing when all of them are known.
std::string unknown_word(CLI::App& program) {
  const std::vector<std::string> words = program.remaining(true);
  if (words.empty()) return "";
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty())
    command = command->get_subcommands().front();
  std::vector<std::string> known;
  for (const CLI::App* each : command->get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(each->get_name());
  std::string path;
  for (const CLI::App* each = command; each != nullptr; each = each->get_parent())
    path = each->get_name() + (path.empty() ? "" : " ") + path;
  if (known.empty() || words.front().starts_with('-'))
    return fmt::format("{} does not know {}\nRun with --help for more information.", path,
                       words.front());
  return fmt::format("{} has no command {}; there are {}\nRun with --help for more information.",
                     path, words.front(), fmt::join(known, ", "));
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App program(
      "Vedette screens people and businesses against sanctions, PEP and adverse-media lists, and "
      "watches your\n"
      "customers for new matches.",
      "vedette");
  program.set_version_flag("--version", "vedette " + std::string(api::kVersion));
  program.require_subcommand(1);
  Chosen chosen;
  add_serve(program, chosen);
  add_project_commands(program, chosen);
  add_user_commands(program, chosen);
  add_client_commands(program, chosen);
  add_list_commands(program, chosen);
  add_party_commands(program, chosen);
  add_record_commands(program, chosen);
  add_attest(program, chosen);
  add_tuning(program, chosen);
  add_erase(program, chosen);
  add_demo(program, chosen);
  add_screen(program, chosen);
  add_compare(program, chosen);
  add_analyse(program, chosen);
  add_verify(program, chosen);
  add_variations(program, chosen);
  add_validate(program, chosen);
  add_replay(program, chosen);
  add_audit_commands(program, chosen);
  add_backup_commands(program, chosen);
  add_settings(program, chosen);
  add_doctor(program, chosen);
  try {
    program.parse(argc, argv);
  } catch (const CLI::RequiredError& problem) {
    // What is not known is more to the point than what is missing beside it.
    if (const std::string unknown = unknown_word(program); !unknown.empty()) {
      std::cerr << unknown << "\n";
      return kUsageError;
    }
    return program.exit(problem) == 0 ? 0 : kUsageError;
  } catch (const CLI::ParseError& problem) {
    return program.exit(problem) == 0 ? 0 : kUsageError;
  }
  const auto settings = load(chosen.flags);
  if (!settings.ok()) {
    if (chosen.without_settings) return chosen.without_settings(settings.error());
    print_error(settings.error());
    return kUsageError;
  }
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (const auto acts = act_as_owner(settings->settings, chosen.access, arguments); !acts.ok())
    return print_error(acts.error());
  return chosen.command(*settings);
}

}  // namespace vedette::app
