#include "ledger/server_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace vedette::ledger {

base::Result<void> make_data_directory(const std::filesystem::path& data_directory) {
  std::error_code error;
  if (std::filesystem::is_directory(data_directory, error)) return {};
  if (data_directory.has_parent_path())
    std::filesystem::create_directories(data_directory.parent_path(), error);
  if (::mkdir(data_directory.c_str(), 0700) == 0) {
    // "x" and "x/" have the same parent.
    const auto whole = std::filesystem::absolute(data_directory / ".").lexically_normal();
    return sync_data_directory(whole.parent_path().parent_path());
  }
  if (errno == EEXIST) return {};
  return base::Error(base::Cause::kUnavailable,
                     fmt::format("cannot make the data directory {}: {}", data_directory.string(),
                                 std::strerror(errno)));
}

base::Result<void> sync_data_directory(const std::filesystem::path& data_directory) {
  const base::Descriptor folder(::open(data_directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.open() && ::fsync(folder.get()) == 0) return {};
  return base::Error(base::Cause::kUnavailable,
                     fmt::format("cannot sync the data directory {}: {}", data_directory.string(),
                                 std::strerror(errno)));
}

base::Result<ServerLock> ServerLock::take(const std::filesystem::path& data_directory) {
  VEDETTE_TRY(make_data_directory(data_directory));
  const std::filesystem::path file = data_directory / "server.lock";
  base::Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!descriptor.open())
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("cannot open {}: {}", file.string(), std::strerror(errno)));
  if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    std::array<char, 32> text{};
    const ssize_t size = ::pread(descriptor.get(), text.data(), text.size() - 1, 0);
    const std::string_view holder(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    return base::Error(base::Cause::kConflict,
                       fmt::format("another server (process {}) uses the data directory {}", holder,
                                   data_directory.string()));
  }
  // The number is for people; the lock itself is the kernel's.
  const std::string pid = fmt::format("{}", ::getpid());
  if (::ftruncate(descriptor.get(), 0) != 0 ||
      ::pwrite(descriptor.get(), pid.data(), pid.size(), 0) < 0)
    return base::Error(base::Cause::kStorageFull,
                       fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  return ServerLock(std::move(descriptor));
}

}  // namespace vedette::ledger
