#include "fetch/partial_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/digest.h"
#include "base/encoding.h"

namespace vedette::fetch {
namespace {

namespace fs = std::filesystem;

base::Error file_error(std::string_view what, const fs::path& path) {
  const int code = errno;
  return base::Error(
      code == ENOSPC || code == EDQUOT ? base::Cause::kStorageFull : base::Cause::kUnavailable,
      fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(code)));
}

// Two lines: the address, the validator.
std::pair<std::string, std::string> read_resume(const fs::path& path) {
  std::ifstream file(path);
  std::string url;
  std::string validator;
  std::getline(file, url);
  std::getline(file, validator);
  return {std::move(url), std::move(validator)};
}

}  // namespace

PartialFile::PartialFile(fs::path destination, std::string url)
    : destination_(std::move(destination)),
      part_(destination_.string() + ".part"),
      resume_(destination_.string() + ".resume"),
      url_(std::move(url)) {}

base::Result<PartialFile> PartialFile::open(const fs::path& destination, std::string_view url) {
  PartialFile file(destination, std::string(url));
  auto [from, validator] = read_resume(file.resume_);
  std::error_code absent;
  const auto size = fs::file_size(file.part_, absent);
  if (absent || from != url || validator.empty()) {
    file.discard();
    return file;
  }
  file.validator_ = std::move(validator);
  VEDETTE_TRY(file.open_part(O_WRONLY | O_APPEND));
  file.size_ = size;
  return file;
}

base::Result<void> PartialFile::open_part(int flags) {
  file_ = base::Descriptor(::open(part_.c_str(), flags | O_CLOEXEC, 0600));
  if (!file_.open()) return file_error("open", part_);
  return {};
}

base::Result<void> PartialFile::restart(std::string validator) {
  discard();
  VEDETTE_TRY(open_part(O_WRONLY | O_CREAT | O_TRUNC | O_APPEND));
  validator_ = std::move(validator);
  if (validator_.empty()) return {};
  std::ofstream resume(resume_, std::ios::trunc);
  resume << url_ << "\n" << validator_ << "\n";
  if (!resume.flush()) validator_.clear();  // then it begins anew after a break, no more
  return {};
}

base::Result<void> PartialFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return file_error("write", part_);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
  return {};
}

base::Result<std::string> PartialFile::digest() const {
  const base::Descriptor in(::open(part_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.open()) return file_error("read", part_);
  base::Sha256Stream digest;
  std::string block(1U << 20, '\0');
  while (true) {
    const ssize_t count = ::read(in.get(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error("read", part_);
    if (count == 0) break;
    digest.add(std::string_view(block).substr(0, static_cast<std::size_t>(count)));
  }
  return base::hex(base::as_text(digest.finish()));
}

base::Result<std::string> PartialFile::finish() {
  if (!file_.open()) VEDETTE_TRY(restart(""));  // an empty body
  if (::fsync(file_.get()) != 0) return file_error("sync", part_);
  VEDETTE_ASSIGN(std::string sum, digest());
  file_ = base::Descriptor();
  if (::rename(part_.c_str(), destination_.c_str()) != 0) return file_error("rename", part_);
  std::error_code ignored;
  fs::remove(resume_, ignored);
  return sum;
}

void PartialFile::discard() {
  file_ = base::Descriptor();
  size_ = 0;
  validator_.clear();
  std::error_code ignored;
  fs::remove(part_, ignored);
  fs::remove(resume_, ignored);
}

}  // namespace vedette::fetch
