#include "service/lists/serving_note.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace vedette::service {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "SERVING";
constexpr const char* kAside = "SERVING.new";

}  // namespace

void write_serving_note(const fs::path& folder, std::uint64_t generation,
                        const std::string& problem) {
  {
    std::ofstream file(folder / kAside, std::ios::trunc);
    file << generation << " " << ::getpid() << "\n" << problem << "\n";
    if (!file.flush()) return;
  }
  std::error_code ignored;
  fs::permissions(folder / kAside, fs::perms::owner_read | fs::perms::owner_write, ignored);
  fs::rename(folder / kAside, folder / kName, ignored);
}

void remove_serving_note(const fs::path& folder) {
  std::error_code ignored;
  fs::remove(folder / kName, ignored);
}

std::optional<ServingNote> read_serving_note(const fs::path& folder) {
  std::ifstream file(folder / kName);
  ServingNote note;
  if (!(file >> note.generation >> note.process) || note.process <= 0) return std::nullopt;
  std::getline(file >> std::ws, note.problem);
  const bool gone = ::kill(static_cast<pid_t>(note.process), 0) != 0 && errno == ESRCH;
  if (gone) return std::nullopt;
  return note;
}

}  // namespace vedette::service
