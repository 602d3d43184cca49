#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "lists/input/input.h"

namespace vedette::lists {

enum class Packing { kNone, kGzip, kBzip2, kXz, kZstd, kZip };

// What the first bytes say; eight are enough.
Packing packing_of(std::string_view head);

base::Error cannot_unpack(const std::string& name, std::string_view reason);
// Something follows the first `used` bytes, which are all that make sense.
base::Error bytes_left_over(const std::string& name, std::uint64_t used);

// Counts what comes out of one packed file and refuses what no list would be.
class UnpackLimit {
 public:
  UnpackLimit(std::string name, InputLimits limits) : name_(std::move(name)), limits_(limits) {}
  // `count` more bytes came out, `packed` were taken in so far.
  base::Result<void> add(std::size_t count, std::uint64_t packed);
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  InputLimits limits_;
  std::uint64_t total_ = 0;
};

// The source with gzip, bzip2, xz and zstd undone, several times if it was packed several times: a
// web server may pack a packed file once more. What is damaged or has anything but zeros after its
// end is an error, at the latest where the end would be.
base::Result<std::unique_ptr<ByteSource>> unpacked(std::unique_ptr<ByteSource> source,
                                                   const std::string& name,
                                                   const InputLimits& limits);

}  // namespace vedette::lists
