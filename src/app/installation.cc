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

}  // namespace

Installation::Installation(const base::Clock& clock, ledger::ServerKey key,
                           std::unique_ptr<ledger::Ledger> ledger)
    : clock_(clock),
      key_(key),
      ledger_(std::move(ledger)),
      passwords_(service::PasswordCost{}, password_limits()),
      accounts_(*ledger_, clock_, key_, passwords_) {}

base::Result<std::unique_ptr<Installation>> Installation::open(const Settings& settings,
                                                               const base::Clock& clock) {
  const fs::path data = settings.data;
  VEDETTE_TRY(ledger::make_data_directory(data));
  const fs::path key_file =
      settings.key_file.empty() ? data / "server.key" : fs::path(settings.key_file);
  VEDETTE_ASSIGN(ledger::ServerKey key, ledger::ServerKey::load_or_create(key_file));
  ledger::LedgerSettings ledger_settings;
  ledger_settings.data_directory = data;
  ledger_settings.database_url = settings.database;
  VEDETTE_ASSIGN(std::unique_ptr<ledger::Ledger> ledger,
                 ledger::Ledger::open(ledger_settings, clock, key));
  return std::unique_ptr<Installation>(new Installation(clock, key, std::move(ledger)));
}

}  // namespace vedette::app
