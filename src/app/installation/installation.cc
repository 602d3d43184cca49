#include "app/installation/installation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <thread>

#include "app/settings/file_access.h"
#include "base/descriptor.h"
#include "ledger/server_lock.h"
#include "service/monitoring/row_sealing.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

// Password hashing may take half of the cores, so that guessing never starves the searches.
service::PasswordLimits password_limits() {
  return {.parallel = std::max<std::size_t>(1, std::thread::hardware_concurrency() / 2)};
}

// What cannot be looked at is no reason to make one.
bool may_be_there(const fs::path& path) {
  const auto there = is_there(path);
  return !there.ok() || *there;
}

base::Error no_key(const fs::path& file) {
  return {base::Cause::kNotFound,
          "the server key " + file.string() +
              " is missing: the ledger was begun with it, and another would not fit; put it back, "
              "or name its file with key_file"};
}

base::Result<std::unique_ptr<ledger::Ledger>> open_ledger(const Settings& settings,
                                                          const base::Clock& clock,
                                                          const ledger::ServerKey& key) {
  return ledger::Ledger::open(ledger_settings(settings), clock, key);
}

fs::path begun_note(const Settings& settings) {
  return fs::path(settings.data) / "ledger.begun";
}

// Whether there is anything in the ledger; what cannot be looked at is for the opening to tell.
bool is_empty(const Settings& settings) {
  if (!has_ledger(settings)) return true;
  const auto schema = ledger::Ledger::inspect(ledger_settings(settings));
  return schema.ok() && schema->applied == 0;
}

// After the ledger is durable, never before: whoever is killed in between has lost nothing.
base::Result<void> note_begun(const Settings& settings) {
  const fs::path note = begun_note(settings);
  if (may_be_there(note)) return {};
  constexpr std::string_view kText =
      "The ledger of this data directory has been begun. If it is lost, none is begun anew.\n";
  {
    const base::Descriptor file(
        ::open(note.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600));
    if (!file.open() || ::write(file.get(), kText.data(), kText.size()) < 0 ||
        ::fsync(file.get()) != 0)
      return base::Error(base::Cause::kUnavailable,
                         fmt::format("cannot write {}: {}", note.string(), std::strerror(errno)));
  }
  return ledger::sync_data_directory(settings.data);
}

}  // namespace

fs::path key_file(const Settings& settings) {
  return settings.key_file.empty() ? fs::path(settings.data) / "server.key"
                                   : fs::path(settings.key_file);
}

ledger::LedgerSettings ledger_settings(const Settings& settings) {
  ledger::LedgerSettings out;
  out.data_directory = settings.data;
  out.database_url = settings.database;
  return out;
}

std::optional<base::Error> lost_ledger(const Settings& settings) {
  if (!may_be_there(begun_note(settings)) || !is_empty(settings)) return std::nullopt;
  const std::string what = settings.database.empty()
                               ? (fs::path(settings.data) / "ledger.db").string()
                               : std::string("the database of the ledger");
  return base::Error(base::Cause::kNotFound,
                     what +
                         " is empty or missing, though this data directory has had a ledger: "
                         "nobody would be monitored any more. Put it back from a backup "
                         "(vedette restore), or mount what is not mounted. To begin an empty "
                         "one all the same, remove " +
                         begun_note(settings).string());
}

bool has_ledger(const Settings& settings) {
  return !settings.database.empty() || may_be_there(fs::path(settings.data) / "ledger.db");
}

base::Error no_ledger(const Settings& settings) {
  return {base::Cause::kNotFound, "there is no ledger in " + settings.data};
}

Installation::Installation(const base::Clock& clock, ledger::ServerKey key,
                           std::unique_ptr<ledger::Ledger> ledger)
    : clock_(clock),
      key_(key),
      ledger_(std::move(ledger)),
      passwords_(service::PasswordCost{}, password_limits()),
      accounts_(*ledger_, clock_, key_, passwords_),
      retention_({.ledger = *ledger_, .clock = clock_}) {}

base::Result<std::unique_ptr<Installation>> Installation::open(const Settings& settings,
                                                               const base::Clock& clock) {
  VEDETTE_ASSIGN(auto installation, open_noting_nothing(settings, clock));
  VEDETTE_TRY(note_begun(settings));
  return installation;
}

base::Result<std::unique_ptr<Installation>> Installation::open_noting_nothing(
    const Settings& settings, const base::Clock& clock) {
  const fs::path file = key_file(settings);
  // In this order: of two that start together the first may make key and ledger in between.
  const bool begun = settings.database.empty() && has_ledger(settings);
  const bool new_key = !may_be_there(file);
  if (begun && new_key) return no_key(file);
  if (auto lost = lost_ledger(settings)) return *std::move(lost);
  VEDETTE_TRY(ledger::make_data_directory(settings.data));
  VEDETTE_ASSIGN(ledger::ServerKey key, ledger::ServerKey::load_or_create(file));
  auto ledger = open_ledger(settings, clock, key);
  if (!ledger.ok()) {
    // A database only tells now that it has a ledger of another key.
    if (!new_key || ledger.error().cause != base::Cause::kForbidden) return ledger.error();
    std::error_code ignored;
    fs::remove(file, ignored);
    return no_key(file);
  }
  VEDETTE_TRY(service::seal_rows_once(**ledger, ledger::OperatorScope::for_command_line()));
  return std::unique_ptr<Installation>(new Installation(clock, key, *std::move(ledger)));
}

base::Result<std::unique_ptr<Installation>> Installation::open_existing(const Settings& settings,
                                                                        const base::Clock& clock) {
  if (auto lost = lost_ledger(settings)) return *std::move(lost);
  if (!has_ledger(settings)) return no_ledger(settings);
  const fs::path file = key_file(settings);
  if (!may_be_there(file)) return no_key(file);
  return open_noting_nothing(settings, clock);
}

}  // namespace vedette::app
