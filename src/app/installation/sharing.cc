#include "app/installation/sharing.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

#include "app/installation/list_updating.h"
#include "base/log.h"
#include "service/lists/generation_follower.h"

namespace vedette::app {
namespace {

constexpr std::chrono::seconds kLongestWait{60};
constexpr std::chrono::milliseconds kLookInterval{50};

}  // namespace

std::string node_name(const Settings& settings) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  std::error_code ignored;
  return fmt::format("{}:{}", host.data(),
                     std::filesystem::absolute(settings.data, ignored).string());
}

base::Result<std::unique_ptr<service::SharedGenerations>> open_sharing(
    const Settings& settings, Installation& installation, const catalogue::Store& store) {
  ledger::Ledger& ledger = installation.ledger();
  if (settings.shared_directory.empty()) {
    VEDETTE_ASSIGN(const bool others_share, service::generations_are_shared(
                                                ledger, ledger::OperatorScope::for_command_line()));
    if (!others_share) return std::unique_ptr<service::SharedGenerations>();
    return base::Error(base::Cause::kInvalidInput,
                       "the servers on this database share their generations: set "
                       "shared_directory to the directory that they use");
  }
  if (settings.database.empty())
    return base::Error(
        base::Cause::kInvalidInput,
        "shared_directory is for several servers on one PostgreSQL: set database too");
  VEDETTE_ASSIGN(
      catalogue::Exchange exchange,
      catalogue::Exchange::open(std::filesystem::path(settings.shared_directory) / "catalogue"));
  return std::make_unique<service::SharedGenerations>(
      service::SharedGenerations::Parts{.ledger = ledger,
                                        .store = store,
                                        .exchange = std::move(exchange),
                                        .clock = installation.clock(),
                                        .node = node_name(settings),
                                        .keep = keep_rules(settings, installation)});
}

base::Result<void> follow_at_start(service::SharedGenerations& shared) {
  const auto followed = shared.follow();
  if (followed.ok()) return {};
  if (followed.error().cause == base::Cause::kUnsupported) return followed.error();
  base::log(base::LogLevel::kWarning, "the newest generation of the other servers is not here yet",
            {{"error", followed.error().message}});
  return {};
}

base::Result<void> catch_up(service::SharedGenerations& shared) {
  const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
  while (true) {
    const auto followed = shared.follow();
    if (followed.ok()) return {};
    const bool busy = followed.error().cause == base::Cause::kConflict;
    if (!busy || std::chrono::steady_clock::now() > deadline) return followed.error();
    std::this_thread::sleep_for(kLookInterval);
  }
}

}  // namespace vedette::app
