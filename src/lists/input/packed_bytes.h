#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "lists/input/input.h"

namespace vedette::lists {

// The bytes that somebody unpacks, a block at a time, and what is left of them when he says that
// he is done.
class PackedBytes {
 public:
  explicit PackedBytes(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  // The next bytes that were not taken yet; none at the end.
  base::Result<std::string_view> next();
  void take(std::size_t count);
  std::uint64_t taken() const { return taken_; }
  std::uint64_t position() const { return source_->position(); }

  // Whether nothing but zeros follows the first `used` bytes. Whoever writes whole blocks fills the
  // last one up with zeros, which gzip passes over in silence; anything else was part of the file.
  base::Result<bool> only_zeros_after(std::uint64_t used);

 private:
  std::unique_ptr<ByteSource> source_;
  std::string block_;
  std::size_t at_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t after_last_nonzero_ = 0;  // of those taken
};

}  // namespace vedette::lists
