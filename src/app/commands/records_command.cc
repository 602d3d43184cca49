#include "app/commands/records_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <limits>
#include <ranges>
#include <set>
#include <thread>

#include "api/request/fields.h"
#include "app/customers/country_narrowing.h"
#include "app/customers/customer_rows.h"
#include "app/customers/rejected_rows.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/settings/file_access.h"
#include "app/terminal/progress_line.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"
#include "base/spreadsheet_cell.h"
#include "names/tables/lexicon.h"
#include "service/monitoring/records.h"

namespace vedette::app {
namespace {

using base::Result;
using profile::Family;

constexpr std::size_t kRowsPerBatch = 2000;
constexpr std::size_t kShownProblems = 20;
constexpr std::int64_t kRecordsPerPage = 1000;
// A company that is monitored as a person is never found: nobody may guess.
constexpr std::string_view kNoType =
    "has no type: write individual or business into a column `type`, or give --type for all rows "
    "without one";

ledger::OperatorScope operator_scope() {
  return ledger::OperatorScope::for_command_line();
}

struct Account {
  std::uint64_t rows = 0;
  std::uint64_t created = 0;
  std::uint64_t updated = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t refused = 0;
  std::uint64_t open_matches = 0;          // of the records in the file
  std::uint64_t matches_closed = 0;        // that were open before their records changed
  std::uint64_t records_closed = 0;        // that had such matches
  std::uint64_t name_cut = 0;              // records
  std::uint64_t single_word = 0;           // records of people by half a name
  std::string last_reason = {};            // of a refusal
  std::vector<std::string> refusals = {};  // all of them: whoever is not watched must be known
  std::vector<std::string> unused_columns = {};
  std::vector<std::string> notes = {};  // what was assumed about the file
  CountryNarrowing narrowing = {};
};

void refuse(Account& account, const CustomerRow& row, std::string_view why) {
  ++account.refused;
  account.last_reason = why;
  account.refusals.push_back(fmt::format("line {} {}: {}", row.line, row.key, why));
}

service::RecordChange change_of(const CustomerRow& row, const CustomerColumns& columns) {
  service::RecordChange out;
  out.id = row.key;
  out.name = row.question.name;
  if (columns.countries) out.countries = row.countries;
  out.details = row.question.details;
  for (const DetailColumn& column : columns.details)
    out.given_details.push_back(column.heading.field);
  if (row.question.family == Family::kIndividual) {
    if (columns.born) out.dob = profile::to_text(row.question.birth);
    if (columns.gender) out.gender = row.question.gender;
  }
  return out;
}

// The service over the installation, for one command.
class Importer {
 public:
  Importer(Installation& installation, catalogue::Store store,
           std::shared_ptr<const catalogue::Catalogue> catalogue, ledger::ProjectScope scope,
           service::MonitoringSettings rules)
      : catalogue_(catalogue),
        rules_(std::move(rules)),
        analyser_(lexicon_),
        workspaces_(std::max(1U, std::thread::hardware_concurrency())),
        generations_(std::move(store), [catalogue] { return catalogue; }),
        records_({.ledger = installation.ledger(),
                  .generations = generations_,
                  .analyser = analyser_,
                  .workspaces = workspaces_,
                  .clock = installation.clock()}),
        actor_{scope, "operator", "", ""} {}

  Result<void> save(Family family, std::vector<service::RecordChange> changes, Account& account) {
    if (changes.empty()) return {};
    service::AnswerOnce<service::SaveReport> once;
    service::SaveReport kept;
    once.render = [&kept](const service::SaveReport& report) {
      kept = report;
      return std::string();
    };
    VEDETTE_TRY(records_.save(actor_, {family, std::move(changes), true}, once));
    std::vector<service::MonitorRecord> saved;
    for (const service::SaveReport::Item& item : kept.items) {
      account.created += item.result == service::SaveResult::kCreated ? 1 : 0;
      account.updated += item.result == service::SaveResult::kUpdated ? 1 : 0;
      account.unchanged += item.result == service::SaveResult::kUnchanged ? 1 : 0;
      account.name_cut += item.record.name_cut ? 1 : 0;
      account.open_matches +=
          static_cast<std::uint64_t>(item.record.counts.of(service::MatchStatus::kOpen));
      account.matches_closed += static_cast<std::uint64_t>(item.closed);
      account.records_closed += item.closed > 0 ? 1 : 0;
      saved.push_back(item.record);
    }
    return account.narrowing.add(saved, catalogue_, analyser_, rules_, workspaces_);
  }

 private:
  const std::shared_ptr<const catalogue::Catalogue> catalogue_;
  const service::MonitoringSettings rules_;
  names::Lexicon lexicon_;
  names::Analyser analyser_;
  search::WorkspacePool workspaces_;
  service::Generations generations_;
  service::Records records_;
  const service::Actor actor_;
};

Result<Account> run_import(const Settings& settings, const RecordsCommand& command) {
  const base::SystemClock clock;
  service::SearchQuestion common;
  if (!command.type.empty()) {
    const auto family = api::parse_search_type(command.type);
    if (!family.ok())
      return base::Error(base::Cause::kInvalidInput, "--type " + family.problem().message);
    common.family = *family;
  }
  CustomerFile::Options options{.common = common,
                                .type_known = !command.type.empty(),
                                .countries_from_file = command.countries_from_file,
                                .now = clock.now()};
  VEDETTE_TRY(command.flags.apply_to(options));
  VEDETTE_ASSIGN(CustomerFile file, CustomerFile::open(command.file, std::move(options)));
  if (!file.columns().key)
    return base::Error(base::Cause::kInvalidInput,
                       "the file needs a column `id`, by which records are updated: "
                       "--map id=COLUMN says which column it is");
  VEDETTE_ASSIGN(auto catalogue, open_current_catalogue(settings));
  VEDETTE_ASSIGN(auto store, open_existing_catalogue_folder(settings));
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const auto project,
                 installation->accounts().find_project(operator_scope(), command.project));
  const ledger::ProjectScope scope = operator_scope().project(project.id);
  VEDETTE_ASSIGN(service::MonitoringSettings rules,
                 installation->ledger().read(scope, [](ledger::ProjectReader& reader) {
                   return service::read_settings(reader);
                 }));
  Importer importer(*installation, std::move(store), std::move(catalogue), scope, std::move(rules));
  Account account;
  account.unused_columns = file.columns().ignored;
  account.notes = file.notes();
  VEDETTE_ASSIGN(RejectedRows rejected, RejectedRows::open(command.flags.rejected, file));
  ProgressLine line;
  std::map<Family, std::vector<service::RecordChange>> waiting;
  std::set<std::pair<Family, std::string>> seen;
  while (true) {
    VEDETTE_ASSIGN(const auto row, file.next());
    if (!row) break;
    ++account.rows;
    const std::size_t refused_before = account.refusals.size();
    const auto id = api::parse_record_id(row->key);
    if (!row->problem.empty()) {
      refuse(account, *row, row->problem);
    } else if (!row->type_known) {
      refuse(account, *row, kNoType);
    } else if (!row->note.empty()) {
      // A record is kept: what is stored must be what the file says.
      refuse(account, *row, row->note);
    } else if (!row->has_key) {
      refuse(account, *row, "has no id");
    } else if (!id.ok()) {
      refuse(account, *row, "id " + id.problem().message);
    } else if (!seen.emplace(row->question.family, row->key).second) {
      refuse(account, *row, "the id stands in the file before");
    } else {
      account.single_word += row->single_word ? 1 : 0;
      auto& batch = waiting[row->question.family];
      batch.push_back(change_of(*row, file.columns()));
      if (batch.size() < kRowsPerBatch) continue;
      VEDETTE_TRY(importer.save(row->question.family, std::exchange(batch, {}), account));
      line.show(fmt::format("{} records saved and screened",
                            account.created + account.updated + account.unchanged));
    }
    if (account.refusals.size() > refused_before)
      VEDETTE_TRY(rejected.add(file, account.last_reason));
  }
  VEDETTE_TRY(rejected.finish());
  for (auto& [rest, batch] : waiting)
    VEDETTE_TRY(importer.save(rest, std::move(batch), account));
  return account;
}

void print_some(const std::vector<std::string>& texts) {
  for (const std::string& text : texts | std::views::take(kShownProblems))
    std::cout << "  " << text << '\n';
  if (texts.size() > kShownProblems)
    std::cout << fmt::format("  and {} more: --json names all of them\n",
                             texts.size() - kShownProblems);
}

void write_texts(base::JsonWriter& writer, std::string_view name,
                 const std::vector<std::string>& texts) {
  writer.key(name).begin_array();
  for (const std::string& text : texts)
    writer.value(text);
  writer.end_array();
}

void print_account(const Account& account, bool json) {
  if (!json) {
    for (const std::string& note : account.notes)
      std::cout << note << '\n';
    if (!account.unused_columns.empty())
      std::cout << fmt::format("columns that are not used: {}\n",
                               fmt::join(account.unused_columns, ", "));
    std::cout << fmt::format(
        "{} rows: {} created, {} updated, {} unchanged, {} refused; {} open matches\n",
        account.rows, account.created, account.updated, account.unchanged, account.refused,
        account.open_matches);
    if (account.matches_closed > 0)
      std::cout << fmt::format(
          "{} matches that were open are closed: {} records changed and no longer match them\n",
          account.matches_closed, account.records_closed);
    if (account.name_cut > 0)
      std::cout << fmt::format(
          "{} records have names of more words than are compared; what is behind them is not "
          "looked for\n",
          account.name_cut);
    if (account.single_word > 0)
      std::cout << fmt::format(
          "{} records have a name of a single word where the file has columns for first and last "
          "names; nearly nobody is found by half a name\n",
          account.single_word);
    print_some(account.refusals);
    if (account.narrowing.records > 0)
      std::cout << fmt::format(
          "{} records are compared only with profiles of their countries and those without any; "
          "{} profiles that else match are left out{}\n",
          account.narrowing.records, account.narrowing.left_out,
          account.narrowing.told.empty() ? "" : ", of");
    print_some(account.narrowing.told);
    return;
  }
  std::string out;
  base::JsonWriter writer(out);
  writer.begin_object().member("rows", account.rows).member("created", account.created);
  writer.member("updated", account.updated).member("unchanged", account.unchanged);
  writer.member("refused", account.refused).member("openMatches", account.open_matches);
  writer.member("matchesClosed", account.matches_closed);
  writer.member("namesCut", account.name_cut);
  writer.member("singleWordNames", account.single_word);
  write_texts(writer, "refusals", account.refusals);
  write_texts(writer, "unusedColumns", account.unused_columns);
  write_texts(writer, "notes", account.notes);
  writer.member("narrowedByCountry", account.narrowing.records);
  writer.member("leftOutByCountry", account.narrowing.left_out);
  write_texts(writer, "leftOut", account.narrowing.told);
  writer.end_object();
  std::cout << out << '\n';
}

std::vector<std::string> row_of(const service::MonitorRecord& record) {
  using service::MatchStatus;
  const auto count = [&](MatchStatus status) { return std::to_string(record.counts.of(status)); };
  std::string countries;
  for (const std::string& code : record.criteria.countries)
    countries += (countries.empty() ? "" : ";") + code;
  return {std::string(profile::to_text(record.family)),
          base::spreadsheet_cell(record.id),
          base::spreadsheet_cell(record.criteria.name),
          countries,
          record.criteria.dob,
          record.criteria.gender,
          count(MatchStatus::kOpen),
          count(MatchStatus::kFalsePositive),
          count(MatchStatus::kTruePositive),
          count(MatchStatus::kDiscarded),
          base::iso_millis(record.created),
          base::iso_millis(record.updated)};
}

Result<std::uint64_t> write_family(ledger::ProjectSnapshot& snapshot, Family family,
                                   std::ostream& out) {
  service::RecordPage page;
  page.family = family;
  page.after = {base::Time{-1}, ""};
  page.created_to = base::Time{std::numeric_limits<std::int64_t>::max()};
  page.limit = kRecordsPerPage;
  std::uint64_t written = 0;
  while (true) {
    VEDETTE_ASSIGN(const auto records, snapshot.read([&](ledger::ProjectReader& reader) {
      return service::list_records(reader, page);
    }));
    std::string text;
    for (const service::MonitorRecord& record : records)
      base::append_csv(text, row_of(record));
    out << text;
    written += records.size();
    if (static_cast<std::int64_t>(records.size()) < kRecordsPerPage) return written;
    page.after = {records.back().created, records.back().id};
  }
}

Result<std::uint64_t> run_export(const Settings& settings, const RecordsCommand& command) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const auto project,
                 installation->accounts().find_project(operator_scope(), command.project));
  VEDETTE_ASSIGN(const auto snapshot,
                 installation->ledger().snapshot(operator_scope().project(project.id)));
  std::ofstream file;
  if (!command.file.empty()) {
    errno = 0;
    file.open(command.file, std::ios::binary | std::ios::trunc);
    if (!file) return cannot_write(command.file);
  }
  std::ostream& out = command.file.empty() ? std::cout : file;
  std::string heading;
  base::append_csv(heading, {"type", "id", "name", "countries", "dob", "gender", "openCount",
                             "falsePositiveCount", "truePositiveCount", "discardedCount",
                             "createdDateTimeISO", "lastUpdatedDateTimeISO"});
  out << heading;
  std::uint64_t written = 0;
  for (const Family family : {Family::kBusiness, Family::kIndividual}) {
    VEDETTE_ASSIGN(const std::uint64_t more, write_family(*snapshot, family, out));
    written += more;
  }
  out.flush();
  if (!out) return base::Error(base::Cause::kStorageFull, "the records could not be written");
  return written;
}

}  // namespace

int import_records(const Settings& settings, const RecordsCommand& command) {
  const auto account = run_import(settings, command);
  if (!account.ok()) return print_error(account.error());
  print_account(*account, command.json);
  return account->refused == 0 ? 0 : 1;
}

int export_records(const Settings& settings, const RecordsCommand& command) {
  const auto written = run_export(settings, command);
  if (!written.ok()) return print_error(written.error());
  if (!command.file.empty()) std::cerr << fmt::format("{} records written\n", *written);
  return 0;
}

}  // namespace vedette::app
