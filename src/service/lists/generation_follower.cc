#include "service/lists/generation_follower.h"

#include <algorithm>
#include <stop_token>

#include "base/log.h"

namespace vedette::service {
namespace {

constexpr std::chrono::milliseconds kAfterFailure{500};
constexpr ledger::sql::Sql kAny = "select generation from published_generations limit 1";

}  // namespace

GenerationFollower::GenerationFollower(SharedGenerations& shared,
                                       std::chrono::milliseconds interval,
                                       std::function<void()> taken)
    : shared_(shared),
      interval_(interval),
      taken_(std::move(taken)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

void GenerationFollower::run(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { bell_.ring(); });
  std::string told;
  while (!stop.stop_requested()) {
    const auto more = shared_.follow();
    // Logged once per failure, because polls are frequent. A running import in this folder is no
    // failure.
    if (!more.ok() && more.error().cause != base::Cause::kConflict && told != more.error().message)
      base::log(base::LogLevel::kWarning, "cannot follow the generations of the other servers",
                {{"error", more.error().message}});
    told = more.ok() ? std::string() : more.error().message;
    if (more.ok() && *more) {
      taken_();
      continue;
    }
    bell_.wait(more.ok() ? interval_ : std::min(interval_, kAfterFailure));
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
