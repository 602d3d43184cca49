#include "app/commands/backup_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/commands/audit_commands.h"
#include "app/commands/backup_files.h"
#include "app/commands/signing_commands.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/erasing.h"
#include "app/installation/installation.h"
#include "app/installation/signing.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLedger = "ledger.db";
constexpr const char* kPostgresqlHint =
    "the ledger is in PostgreSQL and not part of this: back it up with pg_dump";
// What an operator may have put into a data directory before a restore.
constexpr const char* kErasures = "erasures.jsonl";
constexpr std::array<std::string_view, 4> kMayBeThere = {"server.key", "signing.key",
                                                         "vedette.toml", kErasures};
constexpr int kTriesAgainstPruning = 3;

// Removes the folder unless the work came to its end.
class Unfinished {
 public:
  explicit Unfinished(fs::path path) : path_(std::move(path)) {}
  ~Unfinished() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  void keep() { path_.clear(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  fs::path path_;
};

struct Done {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::optional<AuditVerdict> audit = {};
  service::Erasures::Reapplied reapplied = {};
  std::string note = {};
};

Done sum_of(const std::vector<BackupFile>& files) {
  Done done{.files = files.size()};
  for (const BackupFile& file : files)
    done.bytes += file.bytes;
  return done;
}

// One folder of the data directory. CURRENT comes first: the generation it names is older then than
// every file copied later, and pruning leaves the newest alone.
base::Result<void> copy_folder(const fs::path& data, const std::string& folder, const fs::path& to,
                               std::vector<BackupFile>& files) {
  VEDETTE_ASSIGN(std::vector<std::string> names, files_to_back_up(data / folder));
  std::ranges::stable_partition(names, [](const std::string& name) { return name == "CURRENT"; });
  for (const std::string& name : names) {
    const std::string path = folder + "/" + name;
    auto copied = copy_for_backup(data / path, to / path, path);
    std::error_code ignored;
    if (!copied.ok() && !fs::exists(data / path, ignored)) continue;  // pruned meanwhile
    if (!copied.ok()) return std::move(copied).error();
    files.push_back(std::move(copied).value());
  }
  return {};
}

// The catalogue of a copy must serve what its CURRENT names, checked in full.
base::Result<void> check_catalogue(const fs::path& data) {
  std::error_code ignored;
  if (!fs::exists(data / "catalogue", ignored)) return {};
  VEDETTE_ASSIGN(const catalogue::Store store, catalogue::Store::open(data / "catalogue"));
  VEDETTE_ASSIGN(const auto named, store.current());
  if (!named) return {};
  VEDETTE_TRY(catalogue::Catalogue::open(named->path, catalogue::Check::kFull));
  return {};
}

base::Result<void> copy_catalogue(const fs::path& data, const fs::path& to,
                                  std::vector<BackupFile>& files) {
  for (int attempt = 1;; ++attempt) {
    std::vector<BackupFile> copied;
    VEDETTE_TRY(copy_folder(data, "catalogue", to, copied));
    const auto good = check_catalogue(to);
    if (good.ok()) {
      files.insert(files.end(), copied.begin(), copied.end());
      return {};
    }
    if (attempt == kTriesAgainstPruning) return good.error();
    std::error_code ignored;
    fs::remove_all(to / "catalogue", ignored);
  }
}

// The copied ledger is opened with the installation's key, and its chains are walked. A recorded
// search or review that does not fit its chain is reported and does not stop the copy: the rest of
// the installation needs a backup all the more.
base::Result<std::optional<AuditVerdict>> check_ledger(Settings settings, const fs::path& data) {
  settings.data = data.string();
  VEDETTE_ASSIGN(auto verdict, check_audit(settings, ""));
  if (verdict && !verdict->chains_hold())
    return base::Error(base::Cause::kCorrupt,
                       "an audit chain of the ledger does not hold; vedette audit verify names it");
  return verdict;
}

std::string key_file_of(const Settings& settings) {
  return settings.key_file.empty() ? (fs::path(settings.data) / "server.key").string()
                                   : settings.key_file;
}

// Opening the copy has left files of SQLite's beside it.
void remove_side_files(const fs::path& data) {
  std::error_code ignored;
  for (const char* end : {"-wal", "-shm"})
    fs::remove(data / (std::string(kLedger) + end), ignored);
}

base::Result<std::optional<AuditVerdict>> copy_ledger(const Settings& settings, const fs::path& to,
                                                      std::vector<BackupFile>& files) {
  std::error_code ignored;
  if (!settings.database.empty() || !fs::exists(fs::path(settings.data) / kLedger, ignored))
    return std::optional<AuditVerdict>();
  {
    const base::SystemClock clock;
    VEDETTE_ASSIGN(const std::unique_ptr<Installation> installation,
                   Installation::open_existing(settings, clock));
    VEDETTE_TRY(
        installation->ledger().back_up(ledger::OperatorScope::for_command_line(), to / kLedger));
  }
  Settings copy = settings;
  copy.key_file = key_file_of(settings);
  VEDETTE_ASSIGN(auto verdict, check_ledger(copy, to));
  remove_side_files(to);
  VEDETTE_ASSIGN(BackupFile file, sum_for_backup(to / kLedger, kLedger));
  files.push_back(std::move(file));
  return verdict;
}

base::Result<void> sign_manifest(const Settings& settings, const fs::path& folder) {
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  return sign_file(signer, manifest_file(folder), std::string(kBackupPurpose),
                   base::SystemClock().now());
}

// Whoever can edit a backup can also make its manifest anew, but not sign it.
base::Result<void> check_manifest(const Settings& settings, const BackupCommand& command) {
  VEDETTE_ASSIGN(const service::TrustedSigners trusted,
                 trusted_signers(settings, command.signed_by));
  const auto checked =
      check_signed_file(manifest_file(command.folder), std::string(kBackupPurpose), trusted);
  if (checked.ok()) return {};
  const base::Error& error = checked.error();
  if (error.cause == base::Cause::kNotFound && command.allow_unsigned) return {};
  if (error.cause == base::Cause::kNotFound)
    return base::Error(base::Cause::kForbidden,
                       error.message +
                           ". A backup of an earlier version is accepted with --allow-unsigned, "
                           "if you know where it was kept");
  if (error.cause == base::Cause::kForbidden)
    return base::Error(base::Cause::kForbidden,
                       fmt::format("{}: put {} in its place first, or name the public key that "
                                   "signed it with --signed-by",
                                   error.message, key_file_of(settings)));
  return error;
}

base::Result<void> copy_erasures(const fs::path& data, const fs::path& to,
                                 std::vector<BackupFile>& files) {
  VEDETTE_ASSIGN(const bool there, is_there(data / kErasures));
  if (!there) return {};
  VEDETTE_ASSIGN(BackupFile file, copy_for_backup(data / kErasures, to / kErasures, kErasures));
  files.push_back(std::move(file));
  return {};
}

base::Result<Done> run_backup(const Settings& settings, const BackupCommand& command) {
  const fs::path target = fs::path(command.folder).lexically_normal();
  const fs::path data = settings.data;
  VEDETTE_ASSIGN(const bool has_ledger_file, is_there(data / kLedger));
  VEDETTE_ASSIGN(const bool has_catalogue, is_there(data / "catalogue"));
  std::error_code problem;
  // A mistyped directory or a lost mount must not end as a good backup of nothing.
  if (!has_ledger_file && !has_catalogue)
    return base::Error(base::Cause::kNotFound,
                       fmt::format("there is nothing to back up in {}: no ledger and no catalogue",
                                   data.string()));
  if (fs::exists(target, problem))
    return base::Error(base::Cause::kConflict,
                       target.string() + " is there already: name a new folder");
  const fs::path aside = target.string() + ".partial";
  fs::remove_all(aside, problem);
  if (!fs::create_directories(aside, problem))
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot make {}: {}", aside.string(), problem.message()));
  Unfinished unfinished(aside);
  fs::permissions(aside, fs::perms::owner_all, fs::perm_options::replace, problem);
  std::vector<BackupFile> files;
  // The ledger first: what it refers to is then among the generations that are copied after it.
  VEDETTE_ASSIGN(auto verdict, copy_ledger(settings, aside, files));
  VEDETTE_TRY(copy_catalogue(settings.data, aside, files));
  VEDETTE_TRY(copy_folder(settings.data, "sources", aside, files));
  VEDETTE_TRY(copy_erasures(settings.data, aside, files));
  VEDETTE_TRY(write_manifest(aside, files));
  VEDETTE_TRY(sign_manifest(settings, aside));
  VEDETTE_TRY(sync_directories(aside));
  fs::rename(aside, target, problem);
  if (problem)
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot name {}: {}", target.string(), problem.message()));
  unfinished.keep();
  VEDETTE_TRY(sync_directory(target.has_parent_path() ? target.parent_path() : "."));
  Done done = sum_of(files);
  done.audit = std::move(verdict);
  if (!settings.database.empty()) done.note = kPostgresqlHint;
  return done;
}

bool may_be_there(const fs::path& path) {
  return std::ranges::find(kMayBeThere, path.filename().string()) != kMayBeThere.end();
}

base::Result<void> check_empty(const fs::path& data) {
  std::error_code problem;
  if (!fs::exists(data, problem)) return {};
  for (const auto& entry : fs::directory_iterator(data, problem))
    if (!may_be_there(entry.path()))
      return base::Error(base::Cause::kConflict,
                         fmt::format("{} holds {} already: restore into an empty data directory",
                                     data.string(), entry.path().filename().string()));
  return {};
}

// The erasures of the backup are added to those that are there: a file that is newer than the
// backup knows whom it must not bring back.
base::Result<void> add_erasures(const fs::path& from, const fs::path& data) {
  const service::ErasureFile own(data / kErasures);
  VEDETTE_ASSIGN(const std::vector<service::Erasure> known, own.read());
  VEDETTE_ASSIGN(const std::vector<service::Erasure> added, service::ErasureFile(from).read());
  for (const service::Erasure& each : added)
    if (std::ranges::none_of(known, [&](const service::Erasure& one) {
          return one.project == each.project && one.id == each.id;
        }))
      VEDETTE_TRY(own.append(each));
  return {};
}

base::Result<BackupFile> take(const fs::path& from, const fs::path& to, const std::string& path) {
  if (path != kErasures) return copy_for_backup(from / path, to / path, path);
  VEDETTE_TRY(add_erasures(from / path, to));
  return sum_for_backup(from / path, path);
}

base::Result<void> copy_checked(const fs::path& from, const fs::path& to,
                                const BackupFile& wanted) {
  VEDETTE_ASSIGN(const BackupFile copied, take(from, to, wanted.path));
  if (copied.sha256 != wanted.sha256 || copied.bytes != wanted.bytes)
    return base::Error(base::Cause::kCorrupt,
                       fmt::format("{} of the backup is not what its manifest says", wanted.path));
  return {};
}

// The directory held nothing but what may be there, so that all else came from the backup.
void remove_restored(const fs::path& data) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(data, ignored))
    if (!may_be_there(entry.path())) fs::remove_all(entry.path(), ignored);
}

// Persons who were erased after the backup do not come back with it.
base::Result<service::Erasures::Reapplied> erase_again(const Settings& settings) {
  VEDETTE_ASSIGN(const std::vector<service::Erasure> known, erasure_file(settings).read());
  if (known.empty()) return service::Erasures::Reapplied();
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  return reapply_erasures(settings, open_erasures(settings, *installation, signer));
}

base::Result<Done> restore_and_check(const Settings& settings, const BackupCommand& command,
                                     const std::vector<BackupFile>& files) {
  const fs::path data = settings.data;
  const fs::path from = command.folder;
  if (!command.erasures.empty()) {
    VEDETTE_TRY(open_to_read(command.erasures));
    VEDETTE_TRY(add_erasures(command.erasures, data));
  }
  for (const BackupFile& file : files)
    VEDETTE_TRY(copy_checked(from, data, file));
  VEDETTE_TRY(sync_directories(data));
  VEDETTE_TRY(check_catalogue(data));
  Done done = sum_of(files);
  std::error_code ignored;
  if (!settings.database.empty()) {
    done.note = kPostgresqlHint;
  } else if (!fs::exists(key_file_of(settings), ignored)) {
    done.note = fmt::format(
        "the server key is not part of a backup: put it at {} before anything else runs",
        key_file_of(settings));
  } else {
    VEDETTE_ASSIGN(done.reapplied, erase_again(settings));
    VEDETTE_ASSIGN(done.audit, check_ledger(settings, data));
  }
  return done;
}

base::Result<Done> run_restore(const Settings& settings, const BackupCommand& command) {
  const fs::path from = command.folder;
  VEDETTE_ASSIGN(const std::vector<BackupFile> files, read_manifest(from));
  VEDETTE_TRY(check_manifest(settings, command));
  VEDETTE_TRY(check_empty(settings.data));
  std::error_code problem;
  if (fs::create_directories(settings.data, problem))
    fs::permissions(settings.data, fs::perms::owner_all, fs::perm_options::replace, problem);
  auto done = restore_and_check(settings, command, files);
  if (!done.ok()) remove_restored(settings.data);
  return done;
}

int print(const base::Result<Done>& done, std::string_view what, bool json) {
  if (!done.ok()) return print_error(done.error());
  if (json) {
    std::string out;
    base::JsonWriter writer(out);
    writer.begin_object().member("files", done->files).member("bytes", done->bytes);
    writer.member("note", done->note).member("reapplied", done->reapplied.erasures).key("audit");
    if (done->audit) {
      write_verdict(writer, *done->audit);
    } else {
      writer.null();
    }
    writer.end_object();
    std::cout << out << "\n";
    return 0;
  }
  std::cout << fmt::format("{}: {} files, {:.1f} MB, checked\n", what, done->files,
                           static_cast<double>(done->bytes) / 1e6);
  if (done->audit) print_verdict(*done->audit);
  if (done->audit && !done->audit->whole())
    std::cerr << "warning: the copy is complete, and holds what the lines above name as altered\n";
  if (done->reapplied.erasures > 0)
    std::cout << fmt::format("{} erasures made since were done again: {} records, {} searches\n",
                             done->reapplied.erasures, done->reapplied.counts.records,
                             done->reapplied.counts.searches);
  if (!done->note.empty()) std::cout << done->note << "\n";
  return 0;
}

}  // namespace

int back_up(const Settings& settings, const BackupCommand& command) {
  return print(run_backup(settings, command), "backed up to " + command.folder, command.json);
}

int restore_backup(const Settings& settings, const BackupCommand& command) {
  return print(run_restore(settings, command), "restored to " + settings.data, command.json);
}

}  // namespace vedette::app
