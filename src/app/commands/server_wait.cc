#include "app/commands/server_wait.h"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <thread>

#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/terminal/progress_line.h"
#include "service/lists/serving_note.h"
#include "service/monitoring/screening_progress.h"

namespace vedette::app {
namespace {

constexpr std::chrono::seconds kLongestSwitch{60};
// A server looks twice in a second.
constexpr std::chrono::seconds kLongestLook{5};
constexpr std::chrono::milliseconds kLookInterval{50};

// Shows how the records are screened against the new lists, until all are or the server is gone.
base::Result<void> wait_for_records(const Settings& settings, std::uint64_t generation,
                                    ProgressLine& line) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  const service::ScreeningTarget target{static_cast<std::int64_t>(generation), 0};
  while (true) {
    VEDETTE_ASSIGN(const auto progress,
                   service::screening_progress(installation->ledger(),
                                               ledger::OperatorScope::for_command_line(), target));
    if (!progress.running()) return {};
    if (!service::read_serving_note(catalogue_folder(settings))) {
      std::cerr << "the server stopped; the next one goes on screening the records\n";
      return {};
    }
    line.show_count("screening records, chunks",
                    static_cast<std::uint64_t>(progress.chunks - progress.pending),
                    static_cast<std::uint64_t>(progress.chunks));
    std::this_thread::sleep_for(kLookInterval);
  }
}

}  // namespace

base::Result<void> wait_for_server(const Settings& settings, std::uint64_t generation) {
  const auto folder = catalogue_folder(settings);
  ProgressLine line;
  const auto deadline = std::chrono::steady_clock::now() + kLongestSwitch;
  // What it says before may be about an earlier generation.
  const auto told = std::chrono::steady_clock::now() + kLongestLook;
  while (true) {
    const auto note = service::read_serving_note(folder);
    if (!note) {
      std::cerr
          << "no server runs on this data directory; the next one starts with the new lists\n";
      return {};
    }
    if (note->generation >= generation) break;
    if (!note->problem.empty() && std::chrono::steady_clock::now() > told)
      return base::Error(
          base::Cause::kUnavailable,
          fmt::format("the server (process {}) still serves generation {}, not {}: {}",
                      note->process, note->generation, generation, note->problem));
    if (std::chrono::steady_clock::now() > deadline)
      return base::Error(base::Cause::kTimeout,
                         fmt::format("the server (process {}) still serves generation {}, not {}; "
                                     "its log says why",
                                     note->process, note->generation, generation));
    line.show(fmt::format("waiting for the server to take over generation {}", generation));
    std::this_thread::sleep_for(kLookInterval);
  }
  return wait_for_records(settings, generation, line);
}

}  // namespace vedette::app
