#include "catalogue/file_writer.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace vedette::catalogue {
namespace {

// Whole pages of the largest size, each written at once at a multiple of it, so that the kernel may
// keep them as such pages (MappedFile).
constexpr std::size_t kBufferBytes = 2 << 20;
static_assert(kBufferBytes > kHeadBytes);

// Writes everything or tells errno.
int write_at(int file, const char* data, std::size_t bytes, std::uint64_t offset) {
  while (bytes > 0) {
    const ssize_t written = ::pwrite(file, data, bytes, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return EIO;
    data += written;
    bytes -= static_cast<std::size_t>(written);
    offset += static_cast<std::uint64_t>(written);
  }
  return 0;
}

}  // namespace

base::Error file_error(const std::string& what, int code) {
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
  return {full ? base::Cause::kStorageFull : base::Cause::kUnavailable,
          what + ": " + std::strerror(code)};
}

base::Result<FileWriter> FileWriter::create(const std::filesystem::path& path) {
  base::Descriptor file(::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0640));
  if (!file.open()) return file_error("cannot create " + path.string(), errno);
  return FileWriter(std::move(file), path.string());
}

FileWriter::FileWriter(base::Descriptor file, std::string name)
    : file_(std::move(file)), name_(std::move(name)), checksum_(XXH3_createState()) {
  buffer_.reserve(kBufferBytes);
  buffer_.resize(kHeadBytes);  // zeros until finish()
}

void FileWriter::begin(SectionId id, std::uint32_t element_bytes) {
  pad();
  directory_.push_back(
      {static_cast<std::uint32_t>(id), element_bytes, position_ + buffer_.size(), 0, 0});
  XXH3_64bits_reset(checksum_.get());
}

void FileWriter::write(const void* data, std::size_t bytes) {
  if (bytes == 0) return;
  const char* from = static_cast<const char*>(data);
  directory_.back().bytes += bytes;
  XXH3_64bits_update(checksum_.get(), from, bytes);
  while (bytes > 0) {
    const std::size_t part = std::min(bytes, kBufferBytes - buffer_.size());
    buffer_.insert(buffer_.end(), from, from + part);
    from += part;
    bytes -= part;
    if (buffer_.size() == kBufferBytes) flush();
  }
}

void FileWriter::end() {
  directory_.back().checksum = XXH3_64bits_digest(checksum_.get());
}

void FileWriter::flush() {
  if (failure_ == 0) failure_ = write_at(file_.get(), buffer_.data(), buffer_.size(), position_);
  position_ += buffer_.size();
  buffer_.clear();
}

void FileWriter::pad() {
  while ((position_ + buffer_.size()) % kSectionAlignment != 0)
    buffer_.push_back('\0');
}

base::Result<void> FileWriter::finish() {
  pad();
  flush();
  VEDETTE_CHECK(directory_.size() == kSectionCount);
  FileHeader header{};
  header.magic = kMagic;
  header.format = kFormatVersion;
  header.section_count = kSectionCount;
  header.file_bytes = position_;
  const std::size_t directory_bytes = directory_.size() * sizeof(DirectoryEntry);
  header.directory_checksum = XXH3_64bits(directory_.data(), directory_bytes);
  header.header_checksum = XXH3_64bits(&header, offsetof(FileHeader, header_checksum));
  std::array<char, kHeadBytes> head{};
  std::memcpy(head.data(), &header, sizeof header);
  std::memcpy(head.data() + sizeof header, directory_.data(), directory_bytes);
  if (failure_ == 0) failure_ = write_at(file_.get(), head.data(), head.size(), 0);
  // A failed fsync is final: the kernel may have dropped the pages (never retried).
  if (failure_ == 0 && ::fsync(file_.get()) != 0) failure_ = errno;
  if (failure_ != 0) return file_error("cannot write " + name_, failure_);
  return {};
}

}  // namespace vedette::catalogue
