#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace vedette::http {

// Bytes received and not yet used. Holds no memory when released, so that an idle connection costs
// none; grows as asked, and whoever asks keeps the bound.
class InputBuffer {
 public:
  std::string_view view() const { return {data_.get() + begin_, end_ - begin_}; }
  bool empty() const { return begin_ == end_; }
  std::size_t size() const { return end_ - begin_; }
  bool released() const { return data_ == nullptr; }

  // At least `size` free bytes behind the unused ones.
  std::span<char> prepare(std::size_t size) {
    if (capacity_ - end_ < size) make_room(size);
    return {data_.get() + end_, capacity_ - end_};
  }
  void commit(std::size_t size) { end_ += size; }
  void consume(std::size_t size) {
    begin_ += size;
    if (begin_ == end_) begin_ = end_ = 0;
  }
  void release() {
    data_.reset();
    begin_ = end_ = capacity_ = 0;
  }

 private:
  void make_room(std::size_t size) {
    const std::size_t held = end_ - begin_;
    if (capacity_ >= held + size) {
      std::memmove(data_.get(), data_.get() + begin_, held);
    } else {
      const std::size_t capacity = held + size;
      auto larger = std::make_unique_for_overwrite<char[]>(capacity);
      if (held > 0) std::memcpy(larger.get(), data_.get() + begin_, held);
      data_ = std::move(larger);
      capacity_ = capacity;
    }
    begin_ = 0;
    end_ = held;
  }

  std::unique_ptr<char[]> data_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace vedette::http
