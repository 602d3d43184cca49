#include "lists/input/packed_bytes.h"

namespace vedette::lists {
namespace {

constexpr std::size_t kBlock = 64U << 10;

}  // namespace

base::Result<std::string_view> PackedBytes::next() {
  if (at_ == block_.size()) {
    block_.resize(kBlock);
    at_ = 0;
    auto count = source_->read(block_.data(), block_.size());
    block_.resize(count.ok() ? *count : 0);
    if (!count.ok()) return count.error();
  }
  return std::string_view(block_).substr(at_);
}

void PackedBytes::take(std::size_t count) {
  const auto last = std::string_view(block_).substr(at_, count).find_last_not_of('\0');
  if (last != std::string_view::npos) after_last_nonzero_ = taken_ + last + 1;
  at_ += count;
  taken_ += count;
}

base::Result<bool> PackedBytes::only_zeros_after(std::uint64_t used) {
  while (after_last_nonzero_ <= used) {
    VEDETTE_ASSIGN(const std::string_view rest, next());
    if (rest.empty()) return true;
    take(rest.size());
  }
  return false;
}

}  // namespace vedette::lists
