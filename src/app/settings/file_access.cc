#include "app/settings/file_access.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace vedette::app {
namespace {

std::string with_reason(std::string what, int code) {
  if (code != 0) what += fmt::format(": {}", std::strerror(code));
  return what;
}

}  // namespace

base::Result<std::ifstream> open_to_read(const std::string& path) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  const int code = folder ? EISDIR : errno;
  if (folder || !in)
    return base::Error(base::Cause::kNotFound, with_reason("cannot read " + path, code));
  return in;
}

base::Error cannot_write(const std::string& path) {
  return {base::Cause::kUnavailable, with_reason("cannot write " + path, errno)};
}

base::Result<bool> is_there(const std::filesystem::path& path) {
  std::error_code unknown;
  const bool found = std::filesystem::exists(path, unknown);
  if (unknown)
    return base::Error(
        base::Cause::kUnavailable,
        fmt::format("cannot look into {}: {}", path.parent_path().string(), unknown.message()));
  return found;
}

}  // namespace vedette::app
