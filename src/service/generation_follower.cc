#include "service/generation_follower.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/log.h"

namespace vedette::service {
namespace {

constexpr std::chrono::milliseconds kLookInterval{500};
constexpr ledger::sql::Sql kAny = "select generation from published_generations limit 1";

}  // namespace

GenerationFollower::GenerationFollower(SharedGenerations& shared)
    : shared_(shared), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void GenerationFollower::run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::string told;
  while (!stop.stop_requested()) {
    const auto more = shared_.follow();
    // Once, and again when it is another one: a look is made every half second. An import that is
    // under way in this folder is nobody's fault.
    if (!more.ok() && more.error().cause != base::Cause::kConflict && told != more.error().message)
      base::log(base::LogLevel::kWarning, "cannot follow the generations of the other servers",
                {{"error", more.error().message}});
    told = more.ok() ? std::string() : more.error().message;
    if (more.ok() && *more) continue;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, kLookInterval, [] { return false; });
  }
}

base::Result<bool> generations_are_shared(ledger::Ledger& ledger,
                                          const ledger::OperatorScope& scope) {
  VEDETTE_ASSIGN(const auto rows, ledger.read(scope, [](ledger::OperatorReader& reader) {
    return reader.rows<std::int64_t>(kAny);
  }));
  return !rows.empty();
}

}  // namespace vedette::service
