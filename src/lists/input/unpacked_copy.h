#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "lists/input/input.h"
#include "lists/input/temporary_file.h"

namespace vedette::lists {

// An import opens a file several times: to recognise it, to find its list, to read it, for its
// checksum. Unpacking bzip2 or xz costs more than reading, so that it is done once, into a
// temporary file. The first open alone (a look at the beginning) does not make the copy. Safe from
// any thread.
class UnpackedCopy {
 public:
  using Open = std::function<base::Result<std::unique_ptr<ByteSource>>()>;
  // `open` streams the unpacked bytes; `packed_bytes` is what positions are counted in.
  UnpackedCopy(Open open, std::uint64_t packed_bytes)
      : open_(std::move(open)), packed_bytes_(packed_bytes) {}

  base::Result<std::unique_ptr<ByteSource>> open();

  // More than this is streamed every time: a temporary folder is not made for it.
  static constexpr std::uint64_t kMostBytes = 4ULL << 30;

 private:
  base::Result<void> make();

  const Open open_;
  const std::uint64_t packed_bytes_;
  std::mutex mutex_;
  int opens_ = 0;
  bool too_large_ = false;
  std::shared_ptr<std::FILE> file_;  // null: there is no copy
  std::uint64_t bytes_ = 0;
};

}  // namespace vedette::lists
