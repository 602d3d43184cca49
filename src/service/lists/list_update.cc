#include "service/lists/list_update.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/log.h"
#include "fetch/url.h"

namespace vedette::service {
namespace {

// How often progress is reported while a file is fetched.
constexpr std::chrono::milliseconds kTellInterval{100};

// A source on its way through the update.
struct Candidate {
  const ListSource& source;
  SourceState state;
  std::vector<SourceFile> files;  // as fetched now; those not modified as they were
  std::vector<bool> is_new;       // stands in the incoming folder
  bool good = false;

  bool changed() const { return std::ranges::find(is_new, true) != is_new.end(); }
};

// What decides how the files of a source are read, in brief.
std::string reading_of(const ListSource& source) {
  const lists::ImportOptions& options = source.options;
  const std::string_view format = options.format ? lists::format_name(*options.format) : "";
  return base::hex(base::as_text(
      base::sha256(fmt::format("{}\n{}\n{}", format, options.list_id, options.mapping))));
}

// Waits for the span, or until asked to stop; false then.
bool wait_for(base::Millis span, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, std::chrono::milliseconds(span.count), [] { return false; });
  return !stop.stop_requested();
}

class Update {
 public:
  Update(const UpdateParts& parts, const std::vector<ListSource>& sources,
         const UpdateObserver& observer, const std::stop_token& stop)
      : parts_(parts), observer_(observer), stop_(stop) {
    progress_.started = parts.clock.now();
    for (const ListSource& source : sources) {
      progress_.sources.push_back({.source = source.id});
      candidates_.push_back(
          {.source = source, .state = parts.folder.load(source.id), .files = {}, .is_new = {}});
      owners_.push_back({source.id, candidates_.back().state.lists});
    }
    for (const std::string& id : parts.enabled)
      if (std::ranges::find(owners_, id, &Owner::source) == owners_.end())
        owners_.push_back({id, parts.folder.load(id).lists});
  }

  base::Result<UpdateProgress> run() {
    VEDETTE_ASSIGN(const UpdateLock lock, parts_.folder.lock());
    tell();
    for (std::size_t i = 0; i < candidates_.size() && !stop_.stop_requested(); ++i)
      fetch(i);
    if (!stop_.stop_requested()) import();
    if (stop_.stop_requested()) return base::Error(base::Cause::kConflict, "cancelled");
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      remember(i);
    tell_ledger();
    progress_.finished = parts_.clock.now();
    progress_.phase = "done";
    tell();
    return progress_;
  }

 private:
  void tell() { observer_(progress_); }

  void fail(std::size_t i, const std::string& why) {
    progress_.sources[i].step = SourceStep::kFailed;
    progress_.sources[i].failure = why;
    candidates_[i].good = false;
    tell();
  }

  void fetch(std::size_t i) {
    Candidate& candidate = candidates_[i];
    progress_.sources[i].step = SourceStep::kFetching;
    tell();
    std::set<std::string> names;
    for (const std::string& url : candidate.source.urls) {
      const auto parsed = fetch::parse_url(url);
      if (!parsed.ok()) return fail(i, parsed.error().message);
      std::string name = parsed->file_name();
      while (!names.insert(name).second)
        name = fmt::format("{}-{}", names.size(), name);
      if (auto fetched = fetch_file(i, url, name); !fetched.ok())
        return fail(i, fetched.error().message);
    }
    candidate.good = true;
    progress_.sources[i].step =
        needs_import(candidate) ? SourceStep::kFetched : SourceStep::kUnchanged;
    tell();
  }

  // What the last good state knows about an address, if its file still exists.
  const SourceFile* known(const Candidate& candidate, const std::string& url) const {
    for (const SourceFile& file : candidate.state.files)
      if (file.url == url && parts_.folder.has(candidate.source.id, file)) return &file;
    return nullptr;
  }

  base::Result<void> fetch_file(std::size_t i, const std::string& url, const std::string& name) {
    Candidate& candidate = candidates_[i];
    const SourceFile* before = known(candidate, url);
    VEDETTE_ASSIGN(const auto path, parts_.folder.incoming(candidate.source.id, name));
    VEDETTE_ASSIGN(const fetch::Download got,
                   fetch::download(request(candidate.source, url, before), path, watch(i)));
    SourceFile file{.url = url,
                    .name = name,
                    .etag = got.etag,
                    .last_modified = got.last_modified,
                    .sha256 = got.sha256,
                    .bytes = got.bytes};
    const bool same = before != nullptr && (got.not_modified || got.sha256 == before->sha256);
    if (same) {
      parts_.folder.drop_incoming(candidate.source.id, name);
      file.name = before->name;
      file.sha256 = before->sha256;
      file.bytes = before->bytes;
    }
    candidate.files.push_back(std::move(file));
    candidate.is_new.push_back(!same);
    return {};
  }

  fetch::DownloadRequest request(const ListSource& source, const std::string& url,
                                 const SourceFile* before) const {
    fetch::DownloadRequest request;
    request.url = url;
    request.headers = source.headers;
    if (before != nullptr) {
      request.etag = before->etag;
      request.last_modified = before->last_modified;
    }
    request.proxy = parts_.settings.proxy;
    request.ca_file = parts_.settings.ca_file;
    request.user_agent = parts_.settings.user_agent;
    request.rules.allow_http = source.allow_http;
    request.rules.allow_private = source.allow_private;
    request.limits = parts_.settings.limits;
    return request;
  }

  fetch::DownloadWatch watch(std::size_t i) {
    fetch::DownloadWatch watch;
    watch.progress = [this, i](std::uint64_t bytes, std::optional<std::uint64_t> total) {
      progress_.sources[i].bytes = bytes;
      progress_.sources[i].total_bytes = total;
      const auto now = std::chrono::steady_clock::now();
      if (now - told_ < kTellInterval) return;
      told_ = now;
      tell();
    };
    watch.wait = [this, i](const std::string& failure, base::Millis span) {
      base::log(base::LogLevel::kWarning, "fetching a list failed, trying again",
                {{"source", candidates_[i].source.id},
                 {"error", failure},
                 {"waitSeconds", span.count / 1000}});
      return wait_for(span, stop_);
    };
    watch.cancelled = [this] { return stop_.stop_requested(); };
    return watch;
  }

  // Also when nothing new came: the catalogue may have lost a list, or have another version of it.
  bool needs_import(const Candidate& candidate) {
    if (candidate.changed() || candidate.state.lists.empty() ||
        candidate.state.reading != reading_of(candidate.source))
      return true;
    if (!open_serving()) return true;
    return !std::ranges::all_of(candidate.state.lists, [&](const SourceList& list) {
      return std::ranges::any_of(serving_->lists(), [&](const catalogue::ListInfo& info) {
        return info.key == list.list && info.checksum == list.checksum &&
               info.reader == lists::kReaderVersion;
      });
    });
  }

  std::vector<std::size_t> to_import() const {
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      if (progress_.sources[i].step == SourceStep::kFetched) wanted.push_back(i);
    return wanted;
  }

  ImportFiles files_of(const Candidate& candidate) const {
    ImportFiles group;
    const std::string& id = candidate.source.id;
    for (std::size_t i = 0; i < candidate.files.size(); ++i) {
      const std::string& name = candidate.files[i].name;
      group.files.push_back(candidate.is_new[i]
                                ? parts_.folder.good(id, "incoming/" + name).string()
                                : parts_.folder.good(id, name).string());
    }
    for (const SourceFile& file : candidate.state.files)
      if (parts_.folder.has(id, file)) group.kept.push_back(parts_.folder.good(id, file.name));
    group.options = candidate.source.options;
    group.most_shrink_percent = candidate.source.most_shrink_percent;
    return group;
  }

  ImportRequest import_request(const std::vector<std::size_t>& wanted) const {
    ImportRequest request;
    for (const std::size_t i : wanted)
      request.groups.push_back(files_of(candidates_[i]));
    request.most_shrink_percent = parts_.settings.most_shrink_percent;
    request.allow_shrink = parts_.settings.allow_shrink;
    request.allow_older = parts_.settings.allow_older;
    request.keep = parts_.settings.keep;
    request.parties = parts_.settings.parties;
    request.match_context = parts_.settings.match_context;
    request.cancelled = [this] { return stop_.stop_requested(); };
    return request;
  }

  // All together, so that one generation serves them. When that is refused, the sources at fault
  // are found one by one and the others imported without them.
  void import() {
    auto wanted = to_import();
    if (wanted.empty() || try_import(wanted)) return;
    if (wanted.size() == 1 || stop_.stop_requested()) return fail_all(wanted);
    for (const std::size_t i : wanted)
      check(i);
    wanted = to_import();
    if (!wanted.empty() && !try_import(wanted)) fail_all(wanted);
  }

  void check(std::size_t i) {
    const ImportRequest request = import_request({i});
    const auto checked = check_files(parts_.store, request, request.groups.front());
    if (!checked.ok()) return refuse(i, checked.error());
    for (const std::string& id : *checked) {
      if (const auto owned = check_owner(i, id); !owned.ok()) return refuse(i, owned.error());
      const auto [claim, first] = claimed_.emplace(id, candidates_[i].source.id);
      if (!first)
        return fail(i, fmt::format("the source {} brings the list {} too; enable one of them",
                                   claim->second, id));
    }
  }

  // A file says itself which list it is. Whoever brings a list cannot pass for another one: a list
  // that another source brings is that one's, and a source stays with what it has brought, unless
  // sources.toml says otherwise.
  base::Result<void> check_owner(std::size_t i, const std::string& list) {
    const auto brings = [&](const std::vector<SourceList>& lists) {
      return std::ranges::find(lists, list, &SourceList::list) != lists.end();
    };
    const Candidate& own = candidates_[i];
    if (brings(own.state.lists)) return {};
    for (const Owner& other : owners_)
      if (other.source != own.source.id && (other.source == list || brings(other.lists)))
        return base::Error(
            base::Cause::kInvalidInput,
            fmt::format(
                "this file says that it is the list {}, which the source {} brings; nothing "
                "was changed. Enable one of the two, or give this one a name of its own in "
                "sources.toml: list = \"...\"",
                list, other.source));
    const bool is_told = !own.source.options.list_id.empty();
    if (own.state.lists.empty() || is_told || !serves(list)) return {};
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format(
            "this file says that it is the list {}, until now the source brought {}; nothing "
            "was changed. If that is right, say so in sources.toml: list = \"{}\"",
            list, own.state.lists.front().list, list));
  }
  bool serves(const std::string& list) {
    return open_serving() &&
           std::ranges::find(serving_->lists(), list, &catalogue::ListInfo::key) !=
               serving_->lists().end();
  }
  bool open_serving() {
    if (serving_) return true;
    auto opened = parts_.store.open_current();
    if (opened.ok()) serving_ = std::move(opened->catalogue);
    return serving_ != nullptr;
  }

  void fail_all(const std::vector<std::size_t>& wanted) {
    for (const std::size_t i : wanted)
      refuse(i, *import_failure_);
  }

  // Keeps a file that is no list for inspection (NAME.refused); it is fetched again next time. A
  // full disk or a running import is not the file's fault.
  void refuse(std::size_t i, const base::Error& why) {
    const Candidate& candidate = candidates_[i];
    const bool at_fault =
        why.cause == base::Cause::kInvalidInput || why.cause == base::Cause::kTooLarge;
    for (std::size_t file = 0; at_fault && file < candidate.files.size(); ++file)
      if (candidate.is_new[file])
        parts_.folder.refuse(candidate.source.id, candidate.files[file].name);
    fail(i, why.message);
  }

  bool try_import(const std::vector<std::size_t>& wanted) {
    ImportRequest request = import_request(wanted);
    request.record = [&](const ImportReport& made) -> base::Result<void> {
      for (const ImportedList& list : made.lists)
        VEDETTE_TRY(check_owner(wanted[list.group], list.account.list.id));
      if (parts_.audit == nullptr) return {};
      return parts_.audit->imported(parts_.by, request, made, parts_.lease);
    };
    auto report = import_lists(parts_.store, parts_.analyser, parts_.clock, request,
                               [this](const ImportProgress& now) {
                                 progress_.phase = now.phase;
                                 progress_.import = now;
                                 tell();
                               });
    if (!report.ok()) {
      import_failure_ = report.error();
      return false;
    }
    for (const ImportedList& list : report->lists)
      progress_.sources[wanted[list.group]].lists.push_back(list.account.list.id);
    for (const std::size_t i : wanted) {
      progress_.sources[i].step = SourceStep::kImported;
      candidates_[i].state.lists.clear();
    }
    for (const ImportedList& list : report->lists)
      candidates_[wanted[list.group]].state.lists.push_back({list.account.list.id, list.checksum});
    progress_.imported = std::make_shared<const ImportReport>(*std::move(report));
    return true;
  }

  void remember(std::size_t i) {
    Candidate& candidate = candidates_[i];
    candidate.state.tried = progress_.started;
    candidate.state.failure = progress_.sources[i].failure;
    if (candidate.good) {
      if (auto kept = keep(candidate); !kept.ok()) candidate.state.failure = kept.error().message;
    }
    if (const auto saved = parts_.folder.save(candidate.source.id, candidate.state); !saved.ok())
      base::log(base::LogLevel::kError, "the state of a source could not be kept",
                {{"source", candidate.source.id}, {"error", saved.error().message}});
  }

  // An update goes on without the ledger; an attestation then has no confirmation of these lists.
  void tell_ledger() const {
    if (parts_.audit == nullptr) return;
    std::vector<ListCheck> checks;
    for (const Candidate& candidate : candidates_)
      add_checks(candidate, checks);
    if (const auto told = parts_.audit->checked(checks); !told.ok())
      base::log(base::LogLevel::kError, "what the sources answered could not be noted",
                {{"error", told.error().message}});
  }

  void add_checks(const Candidate& candidate, std::vector<ListCheck>& checks) const {
    ListCheck check;
    check.source = candidate.source.id;
    check.until = progress_.started;
    check.failure = candidate.state.failure;
    check.good = check.failure.empty();
    for (const SourceFile& file : candidate.state.files)
      check.modified = std::max(check.modified, http_time(file.last_modified));
    if (candidate.state.lists.empty()) {
      check.list = candidate.source.id;
      checks.push_back(check);
    }
    for (const SourceList& list : candidate.state.lists) {
      check.list = list.list;
      check.checksum = list.checksum;
      checks.push_back(check);
    }
  }

  base::Result<void> keep(Candidate& candidate) {
    for (std::size_t file = 0; file < candidate.files.size(); ++file)
      if (candidate.is_new[file])
        VEDETTE_TRY(parts_.folder.accept(candidate.source.id, candidate.files[file].name));
    if (candidate.changed()) candidate.state.fetched = progress_.started;
    candidate.state.files = candidate.files;
    candidate.state.reading = reading_of(candidate.source);
    candidate.state.confirmed = progress_.started;
    return {};
  }

  const UpdateParts& parts_;
  const UpdateObserver& observer_;
  const std::stop_token& stop_;
  UpdateProgress progress_;
  std::vector<Candidate> candidates_;
  std::optional<base::Error> import_failure_;
  std::map<std::string, std::string> claimed_;  // list -> the source that brings it
  // All sources that are enabled, and what each of them has brought.
  struct Owner {
    std::string source;
    std::vector<SourceList> lists;
  };
  std::vector<Owner> owners_;
  std::shared_ptr<const catalogue::Catalogue> serving_;
  std::chrono::steady_clock::time_point told_{};
};

}  // namespace

base::Result<UpdateProgress> update_lists(const UpdateParts& parts,
                                          const std::vector<ListSource>& sources,
                                          const UpdateObserver& observer,
                                          const std::stop_token& stop) {
  if (sources.empty())
    return base::Error(
        base::Cause::kInvalidInput,
        "no source of lists is enabled; name some in update_sources or sources.toml");
  return Update(parts, sources, observer, stop).run();
}

}  // namespace vedette::service
