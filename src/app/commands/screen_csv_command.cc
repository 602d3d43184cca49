#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>
#include <unordered_set>

#include "app/commands/screen_command.h"
#include "app/customers/bulk_customer.h"
#include "app/customers/bulk_output.h"
#include "app/customers/customer_rows.h"
#include "app/customers/rejected_rows.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/stale_lists.h"
#include "app/terminal/progress_line.h"
#include "app/terminal/terminal.h"
#include "base/ascii.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "profile/profile_json.h"
#include "search/searcher.h"
#include "search/workspace_pool.h"
#include "service/common/engine_version.h"
#include "service/screening/hit_assessor.h"
#include "service/screening/hit_details.h"
#include "service/screening/name_cut.h"
#include "service/screening/name_search.h"

namespace vedette::app {
namespace {

// Searched together and written at once: what a broken-off run may lose.
constexpr std::size_t kPieceRows = 512;

template <class Texts>
void write_texts(base::JsonWriter& json, std::string_view name, const Texts& texts) {
  json.key(name).begin_array();
  for (const auto& each : texts)
    json.value(std::string_view(each));
  json.end_array();
}

// `asked_birth`: the customer's was known, and the hit tells how the two agree.
void write_hit(base::JsonWriter& json, const service::HitDetails& hit,
               const evidence::Assessment& assessment, bool asked_birth) {
  const profile::Profile& profile = hit.profile();
  const std::string id = profile::resource_id(profile.key);
  json.begin_object().member("score", hit.score).member("match", hit.best().name);
  json.member("name", profile.name()).member("type", profile::type_text(profile.kind));
  json.member("resourceId", id);
  json.member("qrCode", std::to_string(profile.qr_code));
  json.member("list", profile.key.list).member("record", profile.key.record);
  std::vector<std::string> texts;
  for (const profile::PartialDate& each : profile.births)
    texts.push_back(profile::to_text(each));
  write_texts(json, "born", texts);
  if (asked_birth) json.member("birthDate", service::birth_agreement_name(hit.evidence.birth));
  texts.clear();
  for (const profile::Country each : profile::all_countries(profile))
    texts.emplace_back(each.code());
  write_texts(json, "countries", texts);
  texts.clear();
  for (const profile::Dataset each : profile.datasets.members())
    texts.emplace_back(profile::code(each));
  write_texts(json, "datasets", texts);
  texts.clear();
  for (const profile::Source& each : profile.sources)
    texts.push_back(each.key);
  write_texts(json, "lists", texts);
  texts.clear();
  for (const profile::Profile& each : hit.party.entries())
    texts.push_back(profile::entry_id(each.key));
  write_texts(json, "entries", texts);
  json.member("explanation", hit.best().explanation.sentence);
  json.member("confidence", assessment.confidence);
  json.member("confidenceExplanation", evidence::sentence(assessment)).key("evidenceTerms");
  evidence::write_terms(json, assessment);
  json.end_object();
}

// What a row says of the party. Of one whose type nobody said, the birth date is known all the
// same.
evidence::PartyFacts facts_of(const CustomerRow& row) {
  evidence::PartyFacts facts = service::facts_of(row.question);
  if (!row.type_known) facts.kind = profile::Kind::kUnknown;
  return facts;
}

// Searches customers of one catalogue.
class BulkSearch {
 public:
  BulkSearch(parties::PartyCatalogue lists, std::size_t threads)
      : lists_(std::move(lists)),
        searcher_(lists_.catalogue, analyser_, search::kDefaultWorkLimit, search::Capped::kTaken,
                  lists_.grouping),
        threads_(threads),
        workspaces_(threads) {}

  // One line per row, in order.
  std::string lines(const std::vector<CustomerRow>& rows) {
    std::vector<std::string> lines(rows.size());
    search::for_each_in_parallel(rows.size(), threads_,
                                 [&](std::size_t i) { lines[i] = line(rows[i]); });
    std::string out;
    for (const std::string& each : lines)
      out += each + "\n";
    return out;
  }

 private:
  std::string line(const CustomerRow& row) {
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().member("row", row.number).member("line", row.line);
    json.member("key", row.key).member("name", row.name);
    json.member("type", row.type_known        ? profile::to_text(row.question.family)
                        : row.problem.empty() ? kBothFamilies
                                              : std::string_view());
    if (!row.born.empty()) json.member("dob", row.born);
    if (!row.note.empty()) json.member("note", row.note + "; searched without it");
    const bool cut = row.problem.empty() && is_cut(row);
    std::vector<std::string_view> warnings;
    if (cut) warnings.push_back(service::kNameCut);
    if (row.single_word && row.problem.empty()) warnings.push_back(kSingleWordName);
    std::string problem = row.problem;
    std::string hits;
    std::uint64_t total = 0;
    if (problem.empty()) {
      const auto found = search(row, hits);
      if (!found.ok())
        problem = found.error().message;
      else if (*found == 0 && cut)
        problem = "the name has more words than are compared; the first ones meet nobody";
      else
        total = *found;
    }
    if (total > row.question.limit) warnings.push_back(kHitsCut);
    if (!warnings.empty()) write_texts(json, "warnings", warnings);
    if (!problem.empty()) {
      json.member("status", "error").member("error", problem);
    } else {
      json.member("status", total > 0 ? "hit" : "clear").member("total", total);
      json.key("hits").raw(hits);
    }
    json.end_object();
    return out;
  }

  bool is_cut(const CustomerRow& row) const {
    using profile::Family;
    if (row.type_known)
      return service::is_name_cut(analyser_, row.question.family, row.question.name);
    return service::is_name_cut(analyser_, Family::kIndividual, row.question.name) ||
           service::is_name_cut(analyser_, Family::kBusiness, row.question.name);
  }

  // The number of hits; those of the page as JSON in `out`.
  base::Result<std::uint64_t> search(const CustomerRow& row, std::string& out) {
    base::Result<search::Results> results = [&] {
      search::Query query = service::query_of(row.question);
      if (!row.type_known) query.scope = search::Scope::kBoth;
      const auto workspace = workspaces_.take();
      return service::search_names(searcher_, query, row.question.details.other_names, *workspace);
    }();
    if (!results.ok()) return std::move(results).error();
    base::JsonWriter json(out);
    json.begin_array();
    const std::vector<std::string>& others = row.question.details.other_names;
    service::HitExplainer explainer(lists_, analyser_, row.question.name, others);
    service::HitAssessor assessor(lists_, analyser_, {row.question.name, others, facts_of(row)});
    for (const search::Hit& hit : results->hits) {
      VEDETTE_ASSIGN(const service::HitDetails details, explainer.explain(hit));
      write_hit(json, details, assessor.assess(hit, details.party), !row.question.birth.empty());
    }
    json.end_array();
    return results->total;
  }

  const names::Lexicon lexicon_;
  const names::Analyser analyser_{lexicon_};
  const parties::PartyCatalogue lists_;
  const search::Searcher searcher_;
  const std::size_t threads_;
  search::WorkspacePool workspaces_;
};

struct InputFacts {
  std::uint64_t rows = 0;
  std::vector<std::string> unused_columns = {};
  std::vector<std::string> notes = {};  // what was assumed about the file
  std::string sha256 = {};
  std::uint64_t repeated_ids = 0;  // rows whose id another row of that type has before them
  std::string first_repeated_id = {};
};

// Reads the file once before anything is searched: how many rows it has, and that all of it can be
// cut into rows.
base::Result<InputFacts> look_at(const std::string& path, const CustomerFile::Options& options) {
  VEDETTE_ASSIGN(CustomerFile file, CustomerFile::open(path, options));
  InputFacts facts;
  facts.unused_columns = file.columns().ignored;
  facts.notes = file.notes();
  // Digests instead of the ids: there may be millions.
  std::unordered_set<std::size_t> seen;
  while (true) {
    VEDETTE_ASSIGN(const auto row, file.next());
    if (!row) break;
    ++facts.rows;
    if (!row->has_key) continue;
    // A person and a business may have the same id.
    const bool business = row->type_known && row->question.family == profile::Family::kBusiness;
    if (seen.insert(std::hash<std::string>()((business ? "b" : "i") + row->key)).second) continue;
    if (facts.repeated_ids++ == 0) facts.first_repeated_id = row->key;
  }
  std::ifstream in(path, std::ios::binary);
  base::Sha256Stream digest;
  std::string buffer(1 << 16, '\0');
  while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0)
    digest.add(std::string_view(buffer.data(), static_cast<std::size_t>(in.gcount())));
  facts.sha256 = base::hex(base::as_text(digest.finish()));
  return facts;
}

// What must be the same for a run to be continued.
std::string head_of(const InputFacts& facts, const CustomerFile::Options& options,
                    const parties::PartyCatalogue& lists) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("vedette", "bulk screening 8").member("input", facts.sha256);
  json.member("rows", facts.rows).member("generation", lists.catalogue->meta().generation);
  json.member("parties", lists.parties_text());
  json.member("engine", service::kEngineVersion);
  json.member("countriesFromFile", options.countries_from_file);
  json.member("typeKnown", options.type_known);
  json.member("sheet", options.table.sheet).member("encoding", options.table.encoding);
  json.member("dateOrder", to_text(options.date_order)).key("mapping").begin_array();
  for (const auto& [field, column] : options.mapping)
    json.value(field + "=" + column);
  json.end_array();
  json.key("question").raw(service::to_json(options.common)).end_object();
  return out;
}

// The partial file of a run: beside the output, or a temporary one when there is none to go on
// with.
base::Result<std::string> partial_path(const ScreenCommand& command) {
  if (!command.out.empty()) return command.out + ".partial";
  std::string pattern = (std::filesystem::temp_directory_path() / "vedette-screen-XXXXXX").string();
  const int file = ::mkstemp(pattern.data());
  if (file < 0) return base::Error(base::Cause::kUnavailable, "cannot make a temporary file");
  ::close(file);
  return pattern;
}

// As it was asked for, else as the name of the output ends.
std::string format_of(const ScreenCommand& command) {
  if (!command.format.empty()) return command.format;
  for (const std::string_view each : {"xlsx", "json", "ndjson"})
    if (base::lower(command.out).ends_with("." + std::string(each))) return std::string(each);
  return "csv";
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || std::filesystem::equivalent(a, b, ignored);
}

// What is written must not take the place of the customers, nor the report that of the results.
base::Result<void> check_files_differ(const ScreenCommand& command) {
  const auto refuse = [](std::string_view one, std::string_view other) {
    return base::Error(base::Cause::kInvalidInput,
                       fmt::format("{} and {} are the same file", one, other));
  };
  for (const auto& [option, path] : {std::pair("--out", command.out), {"--report", command.report}})
    if (!path.empty() && same_file(path, command.csv)) return refuse(option, "--csv");
  if (!command.out.empty() && !command.report.empty() && same_file(command.out, command.report))
    return refuse("--report", "--out");
  if (const std::string& rejected = command.file.rejected; !rejected.empty())
    for (const auto& [option, path] :
         {std::pair("--csv", command.csv), {"--out", command.out}, {"--report", command.report}})
      if (!path.empty() && same_file(rejected, path)) return refuse("--rejected", option);
  if (!command.out.empty() && same_file(command.out + ".partial", command.csv))
    return refuse("what is kept meanwhile (--out with .partial)", "--csv");
  return {};
}

base::Result<void> search_all(const std::string& path, const CustomerFile::Options& options,
                              const InputFacts& facts, BulkSearch& searcher, BulkFile& results) {
  VEDETTE_ASSIGN(CustomerFile file, CustomerFile::open(path, options));
  ProgressLine progress;
  std::vector<CustomerRow> piece;
  std::uint64_t read = 0;
  while (true) {
    VEDETTE_ASSIGN(auto row, file.next());
    if (row && ++read <= results.done()) continue;
    if (row) piece.push_back(std::move(*row));
    if (piece.size() == kPieceRows || (!row && !piece.empty())) {
      VEDETTE_TRY(results.append(searcher.lines(piece)));
      piece.clear();
      progress.show_count("screening", read, facts.rows);
    }
    if (!row) return {};
  }
}

// The rows that were not screened, with the reason of each.
base::Result<void> write_rejected(const std::string& path, const CustomerFile::Options& options,
                                  const BulkFile& results, const std::string& to) {
  if (to.empty()) return {};
  std::map<std::string, std::string> problems;
  VEDETTE_TRY(results.for_each([&](const boost::json::object& customer) {
    if (text_of(customer, "status") == "error")
      problems[text_of(customer, "row")] = text_of(customer, "error");
  }));
  VEDETTE_ASSIGN(CustomerFile file, CustomerFile::open(path, options));
  VEDETTE_ASSIGN(RejectedRows rejected, RejectedRows::open(to, file));
  while (true) {
    VEDETTE_ASSIGN(const auto row, file.next());
    if (!row) return rejected.finish();
    if (const auto found = problems.find(std::to_string(row->number)); found != problems.end())
      VEDETTE_TRY(rejected.add(file, found->second));
  }
}

void print_summary(const BulkSummary& summary, const InputFacts& facts,
                   const catalogue::Catalogue& catalogue, const std::vector<service::ListAge>& ages,
                   std::uint64_t searched, double seconds, std::size_t limit) {
  for (const std::string& note : facts.notes)
    std::cerr << note << "\n";
  if (!facts.unused_columns.empty())
    std::cerr << fmt::format("columns that are not used: {}\n",
                             fmt::join(facts.unused_columns, ", "));
  if (facts.repeated_ids > 0)
    std::cerr << fmt::format(
        "{} rows have an id that stands in the file before, the first of them {}; each row was "
        "screened\n",
        count_text(facts.repeated_ids), facts.first_repeated_id);
  if (summary.with_notes > 0)
    std::cerr << fmt::format("{} names were searched without a field that could not be read\n",
                             count_text(summary.with_notes));
  if (summary.name_cut > 0)
    std::cerr << fmt::format(
        "{} names have more words than are compared; what is behind them was not looked for\n",
        count_text(summary.name_cut));
  if (summary.single_word > 0)
    std::cerr << fmt::format(
        "{} names are a single word where the file has columns for first and last names; nearly "
        "nobody is found by half a name: see their `note`\n",
        count_text(summary.single_word));
  if (summary.both_families > 0)
    std::cerr << fmt::format(
        "{} names have no type and were searched among individuals and businesses (--type, or a "
        "column `type`, says what they are)\n",
        count_text(summary.both_families));
  if (summary.not_screened > 0)
    std::cerr << "rows that were not screened are not clear: see their `error`\n";
  std::cerr << fmt::format("{} names: {} with hits ({} hits), {} clear, {} not screened\n",
                           count_text(summary.names), count_text(summary.with_hits),
                           count_text(summary.hits), count_text(summary.clear),
                           count_text(summary.not_screened));
  if (summary.hits_not_written > 0)
    std::cerr << fmt::format(
        "{} hits of {} names were not written: each name has its first {}, --limit raises it\n",
        count_text(summary.hits_not_written), count_text(summary.hits_cut), count_text(limit));
  std::cerr << fmt::format(
      "{} names in {:.1f} s, {} per second, against generation {} ({} profiles of {} lists)\n",
      count_text(searched), seconds,
      count_text(
          static_cast<std::uint64_t>(static_cast<double>(searched) / std::max(seconds, 1e-6))),
      catalogue.meta().generation, count_text(catalogue.meta().live_profiles),
      catalogue.lists().size());
  if (const std::string stale = stale_text(ages); !stale.empty()) std::cerr << stale << "\n";
}

}  // namespace

base::Result<bool> screen_csv(const Settings& settings, const ScreenCommand& command,
                              const service::SearchQuestion& common) {
  const base::SystemClock clock;
  VEDETTE_TRY(check_files_differ(command));
  VEDETTE_ASSIGN(const std::shared_ptr<const catalogue::Catalogue> catalogue,
                 open_current_catalogue(settings));
  VEDETTE_ASSIGN(const parties::PartyCatalogue lists, with_parties(settings, catalogue));
  CustomerFile::Options options{.common = common,
                                .type_known = !command.type.empty(),
                                .countries_from_file = command.countries_from_file,
                                .now = clock.now()};
  VEDETTE_TRY(command.file.apply_to(options));
  const std::string format = format_of(command);
  if (format == "xlsx" && command.out.empty())
    return base::Error(base::Cause::kInvalidInput,
                       "--format xlsx needs --out FILE: a workbook is no text for the terminal");
  VEDETTE_ASSIGN(const std::vector<service::ListAge> ages, list_ages(settings, *catalogue, clock));
  VEDETTE_ASSIGN(const InputFacts facts, look_at(command.csv, options));
  VEDETTE_ASSIGN(const std::string path, partial_path(command));
  VEDETTE_ASSIGN(BulkFile results,
                 BulkFile::open(path, head_of(facts, options, lists), command.restart));
  const std::uint64_t done_before = results.done();
  if (done_before > 0)
    std::cerr << fmt::format("continuing after {} names\n", count_text(done_before));
  BulkSearch searcher(lists, std::max(1U, std::thread::hardware_concurrency()));
  const auto start = std::chrono::steady_clock::now();
  VEDETTE_TRY(search_all(command.csv, options, facts, searcher, results));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  VEDETTE_ASSIGN(const BulkSummary summary, summarise(results));
  VEDETTE_TRY(write_results(results, format, command.out));
  VEDETTE_TRY(write_rejected(command.csv, options, results, command.file.rejected));
  if (!command.report.empty())
    VEDETTE_TRY(write_report(results, summary,
                             {.input = std::filesystem::path(command.csv).filename().string(),
                              .input_sha256 = facts.sha256,
                              .unused_columns = facts.unused_columns,
                              .notes = facts.notes,
                              .common = common,
                              .type_known = options.type_known,
                              .countries_from_file = options.countries_from_file,
                              .catalogue = catalogue,
                              .ages = ages,
                              .at = clock.now()},
                             command.report));
  results.remove();
  print_summary(summary, facts, *catalogue, ages, summary.names - done_before, spent.count(),
                common.limit);
  return summary.not_screened == 0;
}

}  // namespace vedette::app
