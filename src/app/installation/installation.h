#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/settings/settings.h"
#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "ledger/server_key.h"
#include "service/access/accounts.h"
#include "service/access/passwords.h"
#include "service/common/retention_clock.h"

namespace vedette::app {

// Whether the settings name a ledger that is there: a file, or a database, which alone knows.
bool has_ledger(const Settings& settings);
base::Error no_ledger(const Settings& settings);
// Where the server key lies.
std::filesystem::path key_file(const Settings& settings);
ledger::LedgerSettings ledger_settings(const Settings& settings);

// Once a data directory has had a ledger, the file ledger.begun says so: a ledger that is empty or
// missing afterwards was lost (a mount that is not there, half a restore), and to begin another
// would leave every customer without monitoring while everything looks well. Nothing while all is
// well, else what to do.
std::optional<base::Error> lost_ledger(const Settings& settings);

// The key and the ledger of one installation, opened; what every command that touches state needs.
class Installation {
 public:
  // Makes the data directory, the ledger and the server key where there is none of them. A ledger
  // without its key is an error: a new key would not fit it. So is a ledger that was lost.
  static base::Result<std::unique_ptr<Installation>> open(const Settings& settings,
                                                          const base::Clock& clock);
  // For commands that need what somebody has stored: makes nothing, kNotFound where no ledger is.
  static base::Result<std::unique_ptr<Installation>> open_existing(const Settings& settings,
                                                                   const base::Clock& clock);

  const base::Clock& clock() const { return clock_; }
  const ledger::ServerKey& key() const { return key_; }
  ledger::Ledger& ledger() { return *ledger_; }
  service::Passwords& passwords() { return passwords_; }
  service::Accounts& accounts() { return accounts_; }
  service::RetentionClock& retention() { return retention_; }

 private:
  static base::Result<std::unique_ptr<Installation>> open_noting_nothing(const Settings& settings,
                                                                         const base::Clock& clock);
  Installation(const base::Clock& clock, ledger::ServerKey key,
               std::unique_ptr<ledger::Ledger> ledger);

  const base::Clock& clock_;
  ledger::ServerKey key_;
  std::unique_ptr<ledger::Ledger> ledger_;
  service::Passwords passwords_;
  service::Accounts accounts_;
  service::RetentionClock retention_;
};

}  // namespace vedette::app
