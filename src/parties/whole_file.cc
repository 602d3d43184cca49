#include "parties/whole_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/descriptor.h"
#include "catalogue/file_writer.h"

namespace vedette::parties {

base::Result<void> FileText::write(const std::filesystem::path& path) {
  add(static_cast<std::uint64_t>(XXH3_64bits(bytes_.data(), bytes_.size())));
  // Two processes may write the same content at the same time.
  const std::filesystem::path aside = path.string() + "." + std::to_string(::getpid()) + ".tmp";
  {
    const base::Descriptor out(
        ::open(aside.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0640));
    if (!out.open()) return catalogue::file_error("cannot create " + aside.string(), errno);
    std::string_view left = bytes_;
    while (!left.empty()) {
      const ssize_t written = ::write(out.get(), left.data(), left.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return catalogue::file_error("cannot write " + aside.string(), errno);
      left.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(out.get()) != 0)
      return catalogue::file_error("cannot sync " + aside.string(), errno);
  }
  if (::rename(aside.c_str(), path.c_str()) != 0)
    return catalogue::file_error("cannot rename " + aside.string(), errno);
  return {};
}

base::Result<FileReader> FileReader::open(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    if (errno == ENOENT)
      return base::Error(base::Cause::kNotFound, path.string() + " is not there");
    return catalogue::file_error("cannot read " + path.string(), errno);
  }
  std::ostringstream text;
  text << in.rdbuf();
  std::string bytes = std::move(text).str();
  std::uint64_t checksum = 0;
  if (in.bad() || bytes.size() < sizeof(checksum))
    return base::Error(base::Cause::kCorrupt, path.string() + " is cut short");
  const std::size_t size = bytes.size() - sizeof(checksum);
  std::memcpy(&checksum, bytes.data() + size, sizeof(checksum));
  if (checksum != XXH3_64bits(bytes.data(), size))
    return base::Error(base::Cause::kCorrupt, path.string() + " is damaged");
  bytes.resize(size);
  return FileReader(std::move(bytes));
}

}  // namespace vedette::parties
