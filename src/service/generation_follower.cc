#include "service/generation_follower.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/log.h"

namespace vedette::service {
namespace {

constexpr std::chrono::milliseconds kLookInterval{500};

}  // namespace

GenerationFollower::GenerationFollower(SharedGenerations& shared)
    : shared_(shared), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void GenerationFollower::run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::string told;
  while (!stop.stop_requested()) {
    const auto more = shared_.follow();
    // Once, and again when it is another one: a look is made every half second.
    if (!more.ok() && told != more.error().message)
      base::log(base::LogLevel::kWarning, "cannot follow the generations of the other servers",
                {{"error", more.error().message}});
    told = more.ok() ? std::string() : more.error().message;
    if (more.ok() && *more) continue;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, kLookInterval, [] { return false; });
  }
}

}  // namespace vedette::service
