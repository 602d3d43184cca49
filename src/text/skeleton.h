#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "text/script.h"

namespace vedette::text {

inline constexpr std::size_t kMaxSkeletonLength = 24;

// The consonants of a word as one letter per family of sounds; compares by value.
class Skeleton {
 public:
  std::string_view view() const { return {text_.data(), length_}; }
  bool operator==(const Skeleton& other) const { return view() == other.view(); }
  void push(char c) {
    if (length_ < kMaxSkeletonLength) text_[length_++] = c;
  }
  char back() const { return length_ == 0 ? '\0' : text_[length_ - 1]; }
  std::size_t size() const { return length_; }

 private:
  std::array<char, kMaxSkeletonLength> text_{};
  std::uint8_t length_ = 0;
};

// What is left of an ASCII spelling (text/romanise.h) when vowels are taken away and letters that
// stand for one Semitic consonant are made one: "muhammad", "mohamed" and "mhmd" give the same.
// `script` is the unvocalised script of the other side (Arabic or Hebrew): Hebrew writes b and v, p
// and f with one letter, Arabic b and p. Skeletons of different scripts must not be compared.
Skeleton consonant_skeleton(std::string_view ascii, Script script);

}  // namespace vedette::text
