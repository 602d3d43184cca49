#include "lists/input/unpacked_copy.h"

#include <unistd.h>

#include <cerrno>
#include <string>

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kBlock = 256U << 10;

// Reads the copy from its beginning. Several may read the same file at once.
class CopySource final : public ByteSource {
 public:
  CopySource(std::shared_ptr<std::FILE> file, std::uint64_t bytes, std::uint64_t packed_bytes)
      : file_(std::move(file)), bytes_(bytes), packed_bytes_(packed_bytes) {}

  Result<std::size_t> read(char* out, std::size_t size) override {
    for (;;) {
      const ssize_t count = pread(fileno(file_.get()), out, size, static_cast<off_t>(at_));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return Error(Cause::kUnavailable, "cannot read the unpacked copy of a list");
      at_ += static_cast<std::uint64_t>(count);
      return static_cast<std::size_t>(count);
    }
  }
  // As far into the packed file as this is into the copy.
  std::uint64_t position() const override {
    if (bytes_ == 0) return packed_bytes_;
    return static_cast<std::uint64_t>(static_cast<double>(packed_bytes_) *
                                      static_cast<double>(at_) / static_cast<double>(bytes_));
  }

 private:
  std::shared_ptr<std::FILE> file_;
  std::uint64_t bytes_;
  std::uint64_t packed_bytes_;
  std::uint64_t at_ = 0;
};

}  // namespace

// A full disk, or no temporary folder, is no reason not to read the list: it is streamed then.
Result<void> UnpackedCopy::make() {
  File file = temporary_file();
  if (!file) return {};
  VEDETTE_ASSIGN(const auto source, open_());
  std::string block(kBlock, '\0');
  std::uint64_t bytes = 0;
  for (;;) {
    VEDETTE_ASSIGN(const std::size_t count, source->read(block.data(), block.size()));
    if (count == 0) break;
    bytes += count;
    too_large_ = bytes > kMostBytes;
    if (too_large_ || std::fwrite(block.data(), 1, count, file.get()) != count) return {};
  }
  if (std::fflush(file.get()) != 0) return {};
  file_ = std::shared_ptr<std::FILE>(file.release(), FileCloser());
  bytes_ = bytes;
  return {};
}

Result<std::unique_ptr<ByteSource>> UnpackedCopy::open() {
  {
    const std::lock_guard lock(mutex_);
    if (++opens_ > 1 && !file_ && !too_large_) VEDETTE_TRY(make());
    if (file_)
      return std::unique_ptr<ByteSource>(
          std::make_unique<CopySource>(file_, bytes_, packed_bytes_));
  }
  return open_();
}

}  // namespace vedette::lists
