#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace vedette::names {

// The spellings of a word in ASCII letters, the usual one first. They lie as in an analysed name
// (names/words/word.h): each a length byte and its letters. Most words have one that needs no
// memory of its own.
class LatinSpellings {
 public:
  class Iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    explicit Iterator(const char* at) : at_(at) {}
    std::string_view operator*() const { return {at_ + 1, static_cast<unsigned char>(*at_)}; }
    Iterator& operator++() {
      at_ += 1 + static_cast<unsigned char>(*at_);
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const char* at_ = nullptr;
  };

  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  Iterator begin() const { return Iterator(bytes_.data()); }
  Iterator end() const { return Iterator(bytes_.data() + bytes_.size()); }
  std::string_view front() const { return *begin(); }
  std::string_view bytes() const { return bytes_; }

  bool contains(std::string_view spelling) const {
    for (const std::string_view known : *this)
      if (known == spelling) return true;
    return false;
  }
  // At most 255 letters.
  void add(std::string_view spelling) {
    bytes_ += static_cast<char>(spelling.size());
    bytes_ += spelling;
    ++count_;
  }
  void clear() {
    bytes_.clear();
    count_ = 0;
  }

 private:
  std::string bytes_;
  std::uint8_t count_ = 0;
};

}  // namespace vedette::names
