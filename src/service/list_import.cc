#include "service/list_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "service/engine_version.h"

namespace vedette::service {
namespace {

constexpr std::uint64_t kRecordsPerProgress = 1000;

struct OpenInputs {
  std::vector<std::unique_ptr<lists::Input>> owned;
  std::vector<const lists::Input*> all;
};

base::Result<OpenInputs> open_inputs(const std::vector<std::string>& files) {
  OpenInputs inputs;
  for (const std::string& path : files) {
    VEDETTE_ASSIGN(auto opened, lists::open_file(path));
    for (auto& each : opened) {
      inputs.all.push_back(each.get());
      inputs.owned.push_back(std::move(each));
    }
  }
  return inputs;
}

// The id that the list gives its profiles: reads up to the first one.
base::Result<std::string> list_id(const lists::ListFiles& files) {
  std::string id;
  const auto read = lists::read_list(files, [&](profile::Profile&& first) -> base::Result<void> {
    id = first.key.list;
    return base::Error(base::Cause::kConflict, "the first profile is enough");
  });
  if (id.empty() && !read.ok()) return read.error();
  return id;
}

base::Result<std::vector<std::string>> list_ids(const std::vector<lists::ListFiles>& plan) {
  std::vector<std::string> ids;
  for (const lists::ListFiles& files : plan) {
    VEDETTE_ASSIGN(std::string id, list_id(files));
    if (std::ranges::find(ids, id) != ids.end())
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("two of the files hold the list {}; import one of them, or give one another "
                      "id with --list",
                      id));
    ids.push_back(std::move(id));
  }
  return ids;
}

base::Result<std::string> checksum(const lists::ListFiles& files) {
  // SHA-256 over the SHA-256 of each decompressed file, so that files are not held in memory whole.
  std::string digests;
  for (const lists::Input* input : files.files) {
    VEDETTE_ASSIGN(auto source, input->open());
    base::Sha256Stream digest;
    std::string block(1 << 20, '\0');
    while (true) {
      VEDETTE_ASSIGN(const std::size_t count, source->read(block.data(), block.size()));
      if (count == 0) break;
      digest.add(std::string_view(block).substr(0, count));
    }
    digests += base::as_text(digest.finish());
  }
  return base::hex(base::as_text(base::sha256(digests)));
}

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
                                   const lists::Account& account, const ImportRequest& request) {
  if (previous == nullptr || request.allow_shrink) return {};
  for (const catalogue::ListInfo& before : previous->lists()) {
    if (before.key != account.list.id) continue;
    const auto least =
        before.accepted * static_cast<std::uint64_t>(100 - request.most_shrink_percent) / 100;
    if (account.accepted < least)
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("the list {} would shrink from {} to {} records, more than {} %; nothing was "
                      "changed. If that is right, import it again with --allow-shrink",
                      account.list.id, before.accepted, account.accepted,
                      request.most_shrink_percent));
  }
  return {};
}

catalogue::ListInfo list_info(const lists::Account& account, std::string sum, base::Time now) {
  return {.key = account.list.id,
          .name = account.list.name,
          .published = profile::to_text(account.list.date),
          .checksum = std::move(sum),
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
    VEDETTE_ASSIGN(const OpenInputs inputs, open_inputs(request_.files));
    VEDETTE_ASSIGN(const std::vector<lists::ListFiles> plan,
                   lists::plan(inputs.all, request_.options));
    VEDETTE_ASSIGN(const std::vector<std::string> ids, list_ids(plan));
    VEDETTE_ASSIGN(const catalogue::BuildLock lock, store_.lock_for_building());
    VEDETTE_ASSIGN(const std::shared_ptr<const catalogue::Catalogue> previous, open_previous());

    ImportReport report;
    report.generation = store_.next_generation();
    const std::filesystem::path path = store_.building_path(report.generation);
    Unfinished unfinished(path);
    VEDETTE_ASSIGN(const std::unique_ptr<catalogue::Builder> builder,
                   catalogue::Builder::create(path, analyser_,
                                              build_options(report.generation, previous, ids)));
    std::vector<catalogue::ListInfo> infos;
    for (const lists::ListFiles& files : plan) {
      VEDETTE_ASSIGN(lists::Account account, read(files, *builder));
      VEDETTE_TRY(check_shrinking(previous.get(), account, request_));
      VEDETTE_ASSIGN(std::string sum, checksum(files));
      infos.push_back(list_info(account, std::move(sum), clock_.now()));
      report.lists.push_back(std::move(account));
    }
    progress_({.phase = "indexing", .list = ""});
    VEDETTE_ASSIGN(report.profiles, builder->finish(infos));
    progress_({.phase = "checking", .list = ""});
    VEDETTE_TRY(store_.activate(report.generation, lock));
    unfinished.keep();
    VEDETTE_TRY(store_.prune(request_.keep_generations, lock));
    return report;
  }

 private:
  base::Result<std::shared_ptr<const catalogue::Catalogue>> open_previous() const {
    auto opened = store_.open_current();
    if (opened.ok()) return opened->catalogue;
    if (opened.error().cause == base::Cause::kNotFound)
      return std::shared_ptr<const catalogue::Catalogue>();
    return opened.error();
  }

  catalogue::BuildOptions build_options(std::uint64_t generation,
                                        std::shared_ptr<const catalogue::Catalogue> previous,
                                        std::vector<std::string> ids) const {
    catalogue::BuildOptions options;
    options.generation = generation;
    options.created = clock_.now();
    options.engine_version = std::string(kEngineVersion);
    options.previous = std::move(previous);
    options.lists_read = std::move(ids);
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    return options;
  }

  base::Result<lists::Account> read(const lists::ListFiles& files, catalogue::Builder& builder) {
    ImportProgress now{.phase = "reading", .list = ""};
    return lists::read_list(files, [&](profile::Profile&& profile) -> base::Result<void> {
      if (now.records == 0) now.list = profile.key.list;
      if (++now.records % kRecordsPerProgress == 0) progress_(now);
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

void write_account(base::JsonWriter& json, const lists::Account& account) {
  json.begin_object().member("list", account.list.id).member("name", account.list.name);
  json.member("format", account.format).member("published", profile::to_text(account.list.date));
  json.member("records", account.records)
      .member("accepted", account.accepted)
      .member("rejected", account.rejected);
  write_counts(json, "causes", account.causes);
  write_counts(json, "parts", account.parts);
  json.member("orphans", account.orphans).key("examples").begin_array();
  for (const lists::Rejection& rejection : account.examples) {
    json.begin_object().member("line", rejection.line).member("id", rejection.id);
    json.member("cause", rejection.cause).member("detail", rejection.detail).end_object();
  }
  json.end_array().end_object();
}

}  // namespace

base::Result<ImportReport> import_lists(const catalogue::Store& store,
                                        const names::Analyser& analyser, const base::Clock& clock,
                                        const ImportRequest& request,
                                        const ProgressCallback& progress) {
  return Import(store, analyser, clock, request, progress).run();
}

std::string to_json(const ImportReport& report) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("generation", report.generation).key("lists").begin_array();
  for (const lists::Account& account : report.lists)
    write_account(json, account);
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
