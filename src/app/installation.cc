#include "app/installation.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "ledger/server_lock.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

// Password hashing may take half of the cores, so that guessing never starves the searches.
service::PasswordLimits password_limits() {
  return {.parallel = std::max<std::size_t>(1, std::thread::hardware_concurrency() / 2)};
}

fs::path key_file(const Settings& settings) {
  return settings.key_file.empty() ? fs::path(settings.data) / "server.key"
                                   : fs::path(settings.key_file);
}

bool is_there(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown) || unknown;  // what cannot be looked at is no reason to make one
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
  ledger::LedgerSettings ledger_settings;
  ledger_settings.data_directory = settings.data;
  ledger_settings.database_url = settings.database;
  return ledger::Ledger::open(ledger_settings, clock, key);
}

}  // namespace

bool has_ledger(const Settings& settings) {
  return !settings.database.empty() || is_there(fs::path(settings.data) / "ledger.db");
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
      accounts_(*ledger_, clock_, key_, passwords_) {}

base::Result<std::unique_ptr<Installation>> Installation::open(const Settings& settings,
                                                               const base::Clock& clock) {
  const fs::path file = key_file(settings);
  // In this order: of two that start together the first may make key and ledger in between.
  const bool begun = settings.database.empty() && has_ledger(settings);
  const bool new_key = !is_there(file);
  if (begun && new_key) return no_key(file);
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
  return std::unique_ptr<Installation>(new Installation(clock, key, *std::move(ledger)));
}

base::Result<std::unique_ptr<Installation>> Installation::open_existing(const Settings& settings,
                                                                        const base::Clock& clock) {
  if (!has_ledger(settings)) return no_ledger(settings);
  const fs::path file = key_file(settings);
  if (!is_there(file)) return no_key(file);
  return open(settings, clock);
}

}  // namespace vedette::app
