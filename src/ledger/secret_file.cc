#include "ledger/secret_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "base/descriptor.h"

namespace vedette::ledger {
namespace {

base::Error io_error(std::string_view what, const std::filesystem::path& file) {
  const auto cause = errno == ENOSPC ? base::Cause::kStorageFull : base::Cause::kUnavailable;
  return {cause, fmt::format("cannot {} {}: {}", what, file.string(), std::strerror(errno))};
}

base::Result<base::Key256> read_key(const base::Descriptor& descriptor,
                                    const std::filesystem::path& file) {
  struct stat status{};
  if (::fstat(descriptor.get(), &status) != 0) return io_error("inspect", file);
  if (!S_ISREG(status.st_mode))
    return base::Error(base::Cause::kCorrupt, fmt::format("{} is not a file", file.string()));
  if ((status.st_mode & 077) != 0)
    return base::Error(
        base::Cause::kForbidden,
        fmt::format("{} can be read by others: chmod 600 {}", file.string(), file.string()));
  base::Key256 bytes{};
  if (status.st_size != static_cast<off_t>(bytes.size()) ||
      ::pread(descriptor.get(), bytes.data(), bytes.size(), 0) !=
          static_cast<ssize_t>(bytes.size()))
    return base::Error(base::Cause::kCorrupt,
                       fmt::format("{} must hold exactly {} bytes", file.string(), bytes.size()));
  return bytes;
}

// Writes the key beside its place and links it there: the file is whole or absent, and of two
// processes that start together one makes the key and both use it.
base::Result<void> create_key(const std::filesystem::path& file) {
  const base::Key256 bytes = base::random_key();
  const std::string temporary = fmt::format("{}.{}.new", file.string(), ::getpid());
  ::unlink(temporary.c_str());
  const base::Descriptor descriptor(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!descriptor.open()) return io_error("create", temporary);
  const bool written =
      ::write(descriptor.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
      ::fsync(descriptor.get()) == 0;
  std::optional<base::Error> error;
  if (!written) error = io_error("write", temporary);
  if (!error && ::link(temporary.c_str(), file.c_str()) != 0 && errno != EEXIST)
    error = io_error("create", file);
  ::unlink(temporary.c_str());
  if (error) return std::move(*error);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const base::Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.open() || ::fsync(directory.get()) != 0) return io_error("sync", folder);
  return {};
}

}  // namespace

base::Result<base::Key256> load_secret(const std::filesystem::path& file) {
  // A pipe in its place must be refused, not waited for.
  const base::Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor.open() && errno == ENOENT)
    return base::Error(base::Cause::kNotFound, fmt::format("{} is not there", file.string()));
  if (!descriptor.open()) return io_error("open", file);
  return read_key(descriptor, file);
}

base::Result<base::Key256> load_or_create_secret(const std::filesystem::path& file) {
  auto loaded = load_secret(file);
  if (loaded.ok() || loaded.error().cause != base::Cause::kNotFound) return loaded;
  VEDETTE_TRY(create_key(file));
  return load_secret(file);
}

}  // namespace vedette::ledger
