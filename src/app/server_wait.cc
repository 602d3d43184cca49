#include "app/server_wait.h"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <thread>

#include "app/catalogue_folder.h"
#include "app/progress_line.h"
#include "service/serving_note.h"

namespace vedette::app {
namespace {

constexpr std::chrono::seconds kLongestSwitch{60};
constexpr std::chrono::milliseconds kLookInterval{50};

}  // namespace

base::Result<void> wait_for_server(const Settings& settings, std::uint64_t generation) {
  const auto folder = catalogue_folder(settings);
  ProgressLine line;
  const auto deadline = std::chrono::steady_clock::now() + kLongestSwitch;
  while (true) {
    const auto note = service::read_serving_note(folder);
    if (!note) {
      std::cerr
          << "no server runs on this data directory; the next one starts with the new lists\n";
      return {};
    }
    if (note->generation >= generation) return {};
    if (std::chrono::steady_clock::now() > deadline)
      return base::Error(base::Cause::kTimeout,
                         fmt::format("the server (process {}) still serves generation {}, not {}; "
                                     "its log says why",
                                     note->process, note->generation, generation));
    line.show(fmt::format("waiting for the server to take over generation {}", generation));
    std::this_thread::sleep_for(kLookInterval);
  }
}

}  // namespace vedette::app
