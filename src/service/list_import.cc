#include "service/list_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "base/json_writer.h"
#include "service/engine_version.h"

namespace vedette::service {
namespace {

constexpr std::uint64_t kRecordsPerProgress = 1000;

// Removes the unfinished file unless the import came to its end.
class Unfinished {
 public:
  explicit Unfinished(std::filesystem::path path) : path_(std::move(path)) {}
  ~Unfinished() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
  }
  void keep() { path_.clear(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  std::filesystem::path path_;
};

// A list that suddenly lost many of its records is more likely a broken download than good news.
base::Result<void> check_shrinking(const catalogue::Catalogue* previous,
                                   const lists::Account& account, const ImportRequest& request,
                                   const ImportFiles& group) {
  if (previous == nullptr || request.allow_shrink) return {};
  const int most = group.most_shrink_percent.value_or(request.most_shrink_percent);
  for (const catalogue::ListInfo& before : previous->lists()) {
    if (before.key != account.list.id) continue;
    const auto least = before.accepted * static_cast<std::uint64_t>(100 - most) / 100;
    if (account.accepted < least)
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("the list {} would shrink from {} to {} records, more than {} %; nothing was "
                      "changed. If that is right, import it again with --allow-shrink",
                      account.list.id, before.accepted, account.accepted, most));
  }
  return {};
}

base::Result<std::shared_ptr<const catalogue::Catalogue>> open_previous(
    const catalogue::Store& store) {
  auto opened = store.open_current(catalogue::Purpose::kProfiles);
  if (opened.ok()) return opened->catalogue;
  if (opened.error().cause == base::Cause::kNotFound)
    return std::shared_ptr<const catalogue::Catalogue>();
  return opened.error();
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
          .rejected = account.rejected};
}

class Import {
 public:
  Import(const catalogue::Store& store, const names::Analyser& analyser, const base::Clock& clock,
         const ImportRequest& request, const ProgressCallback& progress)
      : store_(store), analyser_(analyser), clock_(clock), request_(request), progress_(progress) {}

  base::Result<ImportReport> run() {
    VEDETTE_ASSIGN(const ImportInputs inputs, ImportInputs::open(request_.groups));
    VEDETTE_ASSIGN(const catalogue::BuildLock lock, store_.lock_for_building());
    VEDETTE_ASSIGN(const std::shared_ptr<const catalogue::Catalogue> previous,
                   open_previous(store_));

    ImportReport report;
    report.generation = store_.next_generation();
    const std::filesystem::path path = store_.building_path(report.generation);
    Unfinished unfinished(path);
    VEDETTE_ASSIGN(
        const std::unique_ptr<catalogue::Builder> builder,
        catalogue::Builder::create(path, analyser_,
                                   build_options(report.generation, previous, inputs.lists())));
    std::vector<catalogue::ListInfo> infos;
    for (const PlannedList& planned : inputs.lists()) {
      ImportedList list;
      list.group = planned.group;
      VEDETTE_ASSIGN(list.account, read(planned, inputs, *builder));
      VEDETTE_TRY(
          check_shrinking(previous.get(), list.account, request_, request_.groups[planned.group]));
      VEDETTE_ASSIGN(list.checksum, content_checksum(planned.files));
      infos.push_back(list_info(list, clock_.now()));
      report.lists.push_back(std::move(list));
    }
    progress_({.phase = "indexing"});
    VEDETTE_ASSIGN(report.profiles, builder->finish(infos));
    if (request_.cancelled()) return cancelled();
    progress_({.phase = "checking"});
    VEDETTE_TRY(store_.activate(report.generation, lock, clock_.now()));
    unfinished.keep();
    VEDETTE_TRY(store_.prune(request_.keep_generations, lock));
    return report;
  }

 private:
  catalogue::BuildOptions build_options(std::uint64_t generation,
                                        std::shared_ptr<const catalogue::Catalogue> previous,
                                        const std::vector<PlannedList>& planned) const {
    catalogue::BuildOptions options;
    options.generation = generation;
    options.created = clock_.now();
    options.engine_version = std::string(kEngineVersion);
    options.previous = std::move(previous);
    options.lists_read.emplace();
    for (const PlannedList& list : planned)
      options.lists_read->push_back(list.id);
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    return options;
  }

  base::Result<lists::Account> read(const PlannedList& list, const ImportInputs& inputs,
                                    catalogue::Builder& builder) {
    ImportProgress now{.list = list.id, .total_bytes = inputs.total_bytes()};
    return lists::read_list(list.files, [&](profile::Profile&& profile) -> base::Result<void> {
      if (++now.records % kRecordsPerProgress == 0) {
        if (request_.cancelled()) return cancelled();
        now.bytes = inputs.bytes_read();
        progress_(now);
      }
      return builder.add(std::move(profile));
    });
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
  VEDETTE_ASSIGN(const std::shared_ptr<const catalogue::Catalogue> previous, open_previous(store));
  std::vector<std::string> ids;
  for (const PlannedList& planned : inputs.lists()) {
    VEDETTE_ASSIGN(const lists::Account account,
                   lists::read_list(planned.files, [&](profile::Profile&&) -> base::Result<void> {
                     if (request.cancelled()) return cancelled();
                     return {};
                   }));
    VEDETTE_TRY(check_shrinking(previous.get(), account, request, group));
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
      .member("rejected", account.rejected);
  write_counts(json, "causes", account.causes);
  write_counts(json, "parts", account.parts);
  json.member("orphans", account.orphans).key("examples").begin_array();
  for (std::size_t i = 0; i < std::min(most_examples, account.examples.size()); ++i) {
    const lists::Rejection& rejection = account.examples[i];
    json.begin_object().member("line", rejection.line).member("id", rejection.id);
    json.member("cause", rejection.cause).member("detail", rejection.detail).end_object();
  }
  json.end_array().end_object();
}

std::string to_json(const ImportReport& report) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("generation", report.generation).key("lists").begin_array();
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
