#include "app/installation/ledger_damage.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/log.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

std::uintmax_t size_of(const fs::path& file) {
  std::error_code problem;
  const std::uintmax_t bytes = fs::file_size(file, problem);
  return problem ? 0 : bytes;
}

}  // namespace

bool was_stopped_cleanly(const Settings& settings) {
  return !settings.database.empty() || size_of(fs::path(settings.data) / "ledger.db-wal") == 0;
}

base::Result<void> check_for_damage(const Settings& settings, ledger::Ledger& ledger) {
  if (size_of(fs::path(settings.data) / "ledger.db") > kCheckedAtStart) {
    base::log(base::LogLevel::kWarning,
              "the last stop was not clean and the ledger is large: run vedette verify to look for "
              "damage");
    return {};
  }
  VEDETTE_ASSIGN(const std::vector<std::string> damage,
                 ledger.storage_damage(ledger::OperatorScope::for_command_line(),
                                       ledger::Ledger::StorageCheck::kQuick));
  if (damage.empty()) return {};
  return base::Error(base::Cause::kCorrupt,
                     fmt::format("the file of the ledger is damaged ({}): put it back from a "
                                 "backup (vedette restore)",
                                 damage.front()));
}

}  // namespace vedette::app
