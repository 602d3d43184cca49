#include "service/lists/list_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/json_writer.h"
#include "profile/upkeep.h"
#include "service/common/engine_version.h"
#include "service/lists/generation_build.h"

namespace vedette::service {
namespace {

constexpr std::uint64_t kRecordsPerProgress = 1000;

// A list as it was read.
struct ReadList {
  lists::Account account;
  std::uint64_t kept = 0;  // parties that are on it in the generation before too
};

// Whether the party is on the same list in the generation before.
bool is_known(const catalogue::Catalogue* previous, const profile::Profile& profile) {
  if (previous == nullptr) return false;
  const auto before = previous->find_resource(profile::resource_id(profile.key));
  return before && !previous->is_deleted(*before);
}

// A list that suddenly lost many of its records, or of their names, is more likely a broken
// download than good news; one that has as many, but not the same ones, is another list.
base::Result<void> check_shrinking(const catalogue::Catalogue* previous, const ReadList& list,
                                   const ImportRequest& request, const ImportFiles& group) {
  if (previous == nullptr || request.allow_shrink) return {};
  const lists::Account& account = list.account;
  const int most = group.most_shrink_percent.value_or(request.most_shrink_percent);
  for (const catalogue::ListInfo& before : previous->lists()) {
    if (before.key != account.list.id) continue;
    const auto least = before.accepted * static_cast<std::uint64_t>(100 - most) / 100;
    const auto least_names = before.names * static_cast<std::uint64_t>(100 - most) / 100;
    const bool records = account.accepted < least;
    if (records || account.names < least_names)
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("the list {} would shrink from {} to {} {}, more than {} %; nothing was "
                      "changed. If that is right, import it again with --allow-shrink",
                      account.list.id, records ? before.accepted : before.names,
                      records ? account.accepted : account.names, records ? "records" : "names",
                      most));
    if (list.kept < least)
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("the list {} would lose {} of its {} parties, more than {} %, to others that "
                      "were not on it: this may be another list under the same name (--list gives "
                      "it one of its own); nothing was changed. If that is right, import it again "
                      "with --allow-shrink",
                      account.list.id, before.accepted - list.kept, before.accepted, most));
  }
  return {};
}

// The day as far as both know it: a list that says "2026-03" is not older than one of 2026-03-14.
bool is_before(const profile::CalendarDay& day, const profile::CalendarDay& other) {
  if (day.year != other.year) return day.year < other.year;
  if (day.month == 0 || other.month == 0 || day.month != other.month)
    return day.month != 0 && other.month != 0 && day.month < other.month;
  return day.day != 0 && other.day != 0 && day.day < other.day;
}

// An old copy in place of the present list takes people off it who were added since.
base::Result<void> check_date(const catalogue::Catalogue* previous, const lists::Account& account,
                              const ImportRequest& request) {
  if (previous == nullptr || request.allow_older || account.list.date.empty()) return {};
  for (const catalogue::ListInfo& before : previous->lists()) {
    profile::PartialDate date;
    if (before.key != account.list.id || !profile::from_text(before.published, date)) continue;
    if (is_before(account.list.date.first, date.first))
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("this publication of the list {} is of {}, older than the one that serves, "
                      "which is of {}; nothing was changed. If that is right, import it again with "
                      "--allow-older",
                      account.list.id, profile::to_text(account.list.date), before.published));
  }
  return {};
}

base::Result<void> check_list(const catalogue::Catalogue* previous, const ReadList& list,
                              const ImportRequest& request, const ImportFiles& group) {
  VEDETTE_TRY(check_date(previous, list.account, request));
  return check_shrinking(previous, list, request, group);
}

base::Error cancelled() {
  return base::Error(base::Cause::kConflict, "the import was cancelled; nothing was changed");
}

catalogue::ListInfo list_info(const ImportedList& list, base::Time now) {
  const lists::Account& account = list.account;
  return {.key = account.list.id,
          .name = account.list.name,
          .published = profile::to_text(account.list.date),
          .checksum = list.checksum,
          .read = now,
          .records = account.records,
          .accepted = account.accepted,
          .rejected = account.rejected,
          .names = account.names,
          .publication = account.list.publication,
          .reader = lists::kReaderVersion};
}

class Import {
 public:
  Import(const catalogue::Store& store, const names::Analyser& analyser, const base::Clock& clock,
         const ImportRequest& request, const ProgressCallback& progress)
      : store_(store), analyser_(analyser), clock_(clock), request_(request), progress_(progress) {}

  base::Result<ImportReport> run() {
    VEDETTE_ASSIGN(const ImportInputs inputs, ImportInputs::open(groups_of_today()));
    VEDETTE_ASSIGN(const auto build, GenerationBuild::begin(
                                         store_, analyser_, clock_,
                                         [&](const catalogue::Catalogue*) { return ids(inputs); }));
    if (request_.skip_identical && can_compare_files(build->previous())) {
      VEDETTE_ASSIGN(auto same, identical(inputs, *build->previous()));
      if (same) return std::move(*same);
    }
    ImportReport report;
    report.generation = build->generation();
    if (request_.match_context) build->builder().set_match_context(*request_.match_context);
    std::vector<catalogue::ListInfo> infos;
    for (const PlannedList& planned : inputs.lists()) {
      ImportedList list;
      list.group = planned.group;
      VEDETTE_TRY(choose_comparison(planned, *build));
      VEDETTE_ASSIGN(ReadList got, read(planned, inputs, *build));
      VEDETTE_TRY(check_list(build->previous(), got, request_, request_.groups[list.group]));
      list.account = std::move(got.account);
      VEDETTE_ASSIGN(list.checksum, content_checksum(planned.files));
      infos.push_back(list_info(list, clock_.now()));
      report.lists.push_back(std::move(list));
    }
    progress_({.phase = "indexing"});
    VEDETTE_ASSIGN(report.profiles, build->finish(infos));
    if (request_.cancelled()) return cancelled();
    progress_({.phase = "checking"});
    VEDETTE_ASSIGN(report.file, build->check());
    progress_({.phase = "grouping"});
    build->group(request_.parties, request_.cancelled);
    if (request_.cancelled()) return cancelled();
    VEDETTE_TRY(request_.record(report));
    VEDETTE_TRY(build->serve(request_.keep));
    return report;
  }

 private:
  static base::Result<std::vector<std::string>> ids(const ImportInputs& inputs) {
    std::vector<std::string> out;
    for (const PlannedList& list : inputs.lists())
      out.push_back(list.id);
    return out;
  }

  // Whether the same bytes make the same generation: a newer engine, or another rule for context,
  // makes another one.
  bool can_compare_files(const catalogue::Catalogue* previous) const {
    return previous != nullptr && previous->engine_version() == kEngineVersion &&
           request_.match_context.value_or(previous->meta().match_context()) ==
               previous->meta().match_context();
  }

  // The report of an import that need not be made; nothing when some file is not what serves. What
  // the caller says of how to read a file may have changed, so that such a file is read.
  base::Result<std::optional<ImportReport>> identical(const ImportInputs& inputs,
                                                      const catalogue::Catalogue& previous) const {
    ImportReport report;
    report.generation = previous.meta().generation;
    report.nothing_changed = true;
    for (const PlannedList& planned : inputs.lists()) {
      const lists::ImportOptions& options = request_.groups[planned.group].options;
      if (options.format || !options.mapping.empty()) return std::optional<ImportReport>();
      const auto& serving = previous.lists();
      const auto list = std::ranges::find(serving, planned.id, &catalogue::ListInfo::key);
      if (list == serving.end() || list->reader != lists::kReaderVersion)
        return std::optional<ImportReport>();
      VEDETTE_ASSIGN(const std::string checksum, content_checksum(planned.files));
      if (checksum != list->checksum) return std::optional<ImportReport>();
      ImportedList same{.account = {}, .checksum = checksum, .group = planned.group};
      same.account.list.id = list->key;
      same.account.list.name = list->name;
      report.lists.push_back(std::move(same));
    }
    return std::optional(std::move(report));
  }

  base::Result<ReadList> read(const PlannedList& list, const ImportInputs& inputs,
                              GenerationBuild& build) {
    ImportProgress now{.list = list.id, .total_bytes = inputs.total_bytes()};
    ReadList out;
    const std::string now_day = today();
    VEDETTE_ASSIGN(
        out.account,
        lists::read_list(list.files, [&](profile::Profile&& profile) -> base::Result<void> {
          if (++now.records % kRecordsPerProgress == 0) {
            if (request_.cancelled()) return cancelled();
            now.bytes = inputs.bytes_read();
            progress_(now);
          }
          out.kept += is_known(build.previous(), profile);
          const bool context = profile.datasets.empty();
          profile::set_captures(profile, now_day);
          return build.builder().add(std::move(profile), context);
        }));
    return out;
  }

  std::vector<ImportFiles> groups_of_today() const {
    std::vector<ImportFiles> groups = request_.groups;
    for (ImportFiles& group : groups)
      group.options.today = today();
    return groups;
  }
  std::string today() const { return base::iso_seconds(clock_.now()).substr(0, 10); }

  // A newer reader reads some entries differently. So that this does not look like a change of the
  // list, the profiles are compared with what it makes of the file that serves, where that is kept.
  base::Result<void> choose_comparison(const PlannedList& list, GenerationBuild& build) {
    if (build.previous() == nullptr) return {};
    const auto& before = build.previous()->lists();
    const auto served = std::ranges::find(before, list.id, &catalogue::ListInfo::key);
    if (served == before.end() || served->reader == lists::kReaderVersion) return {};
    VEDETTE_ASSIGN(const std::string checksum, content_checksum(list.files));
    if (checksum == served->checksum) {
      build.builder().compare(list.id, catalogue::Comparison::kSameFile);
      return {};
    }
    VEDETTE_ASSIGN(const bool reread, read_kept(list, served->checksum, build));
    build.builder().compare(list.id,
                            reread ? catalogue::Comparison::kReread : catalogue::Comparison::kCore);
    return {};
  }

  // False when the file that serves is not kept, or is not what serves.
  base::Result<bool> read_kept(const PlannedList& list, const std::string& checksum,
                               GenerationBuild& build) {
    const ImportFiles& group = request_.groups[list.group];
    if (group.kept.empty()) return false;
    ImportFiles files{.files = group.kept, .options = group.options};
    files.options.today = today();
    const auto kept = ImportInputs::open({files});
    if (!kept.ok()) return false;
    for (const PlannedList& each : kept->lists()) {
      if (each.id != list.id) continue;
      const auto sum = content_checksum(each.files);
      if (!sum.ok() || *sum != checksum) return false;
      build.builder().compare(list.id, catalogue::Comparison::kReread);
      const auto read =
          lists::read_list(each.files, [&](profile::Profile&& profile) -> base::Result<void> {
            if (request_.cancelled()) return cancelled();
            build.builder().reread(profile);
            return {};
          });
      if (!read.ok() && request_.cancelled()) return cancelled();
      return read.ok();
    }
    return false;
  }

  const catalogue::Store& store_;
  const names::Analyser& analyser_;
  const base::Clock& clock_;
  const ImportRequest& request_;
  const ProgressCallback& progress_;
};

void write_counts(base::JsonWriter& json, std::string_view name,
                  const std::map<std::string, std::uint64_t>& counts) {
  json.key(name).begin_object();
  for (const auto& [what, count] : counts)
    json.member(what, count);
  json.end_object();
}

}  // namespace

base::Result<ImportReport> import_lists(const catalogue::Store& store,
                                        const names::Analyser& analyser, const base::Clock& clock,
                                        const ImportRequest& request,
                                        const ProgressCallback& progress) {
  return Import(store, analyser, clock, request, progress).run();
}

base::Result<std::vector<std::string>> check_files(const catalogue::Store& store,
                                                   const ImportRequest& request,
                                                   const ImportFiles& group) {
  VEDETTE_ASSIGN(const ImportInputs inputs, ImportInputs::open({group}));
  VEDETTE_ASSIGN(const std::shared_ptr<const catalogue::Catalogue> previous, open_serving(store));
  std::vector<std::string> ids;
  for (const PlannedList& planned : inputs.lists()) {
    ReadList list;
    VEDETTE_ASSIGN(
        list.account,
        lists::read_list(planned.files, [&](profile::Profile&& profile) -> base::Result<void> {
          if (request.cancelled()) return cancelled();
          list.kept += is_known(previous.get(), profile);
          return {};
        }));
    VEDETTE_TRY(check_list(previous.get(), list, request, group));
    ids.push_back(planned.id);
  }
  return ids;
}

void write_account(base::JsonWriter& json, const lists::Account& account,
                   std::size_t most_examples) {
  json.begin_object().member("list", account.list.id).member("name", account.list.name);
  json.member("format", account.format).member("published", profile::to_text(account.list.date));
  json.member("records", account.records)
      .member("accepted", account.accepted)
      .member("rejected", account.rejected)
      .member("names", account.names)
      .member("unknownKind", account.unknown_kind);
  write_counts(json, "causes", account.causes);
  write_counts(json, "parts", account.parts);
  json.member("orphans", account.orphans).key("examples").begin_array();
  for (std::size_t i = 0; i < std::min(most_examples, account.examples.size()); ++i) {
    const lists::Rejection& rejection = account.examples[i];
    json.begin_object().member("line", rejection.line).member("id", rejection.id);
    json.member("cause", rejection.cause).member("detail", rejection.detail).end_object();
  }
  json.end_array().key("warnings").begin_array();
  for (const std::string& warning : account.warnings)
    json.value(warning);
  json.end_array().end_object();
}

std::string to_json(const ImportReport& report) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("generation", report.generation);
  json.member("nothingChanged", report.nothing_changed).key("lists").begin_array();
  for (const ImportedList& list : report.lists)
    write_account(json, list.account);
  json.end_array().key("profiles").begin_object();
  json.member("added", report.profiles.added).member("changed", report.profiles.changed);
  json.member("unchanged", report.profiles.unchanged).member("carried", report.profiles.carried);
  json.member("removed", report.profiles.removed)
      .member("names", report.profiles.names)
      .end_object();
  json.end_object();
  return out;
}

}  // namespace vedette::service
