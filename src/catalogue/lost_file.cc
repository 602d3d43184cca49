#include "catalogue/lost_file.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace vedette::catalogue {
namespace {

constexpr std::string_view kMessage =
    "vedette: a catalogue file was cut short or could not be read while it was in use; the process "
    "ends rather than answer from it\n";

// Only what may be called from a signal handler.
extern "C" void tell_and_end(int /*signal*/) {
  const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  (void)written;
  ::_exit(kLostFileExit);
}

}  // namespace

void end_when_file_is_lost() {
  struct sigaction action{};
  action.sa_handler = tell_and_end;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace vedette::catalogue
