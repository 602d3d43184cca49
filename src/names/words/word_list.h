#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace vedette::names {

// The first and last letters and the lengths of the words of a set. That a word is not in the set
// is mostly seen without comparing it with any.
class WordShapes {
 public:
  constexpr void add(std::u32string_view word) { ends_[first_of(word)] |= end_bit(word); }
  // False only when the word is not in the set.
  constexpr bool may_have(std::u32string_view word) const {
    return !word.empty() && (ends_[first_of(word)] & end_bit(word)) != 0;
  }

 private:
  static constexpr std::size_t kLetters = 32;  // the letters of ASCII have a place each
  static constexpr std::size_t first_of(std::u32string_view word) {
    return word.front() % kLetters;
  }
  static constexpr std::uint32_t end_bit(std::u32string_view word) {
    constexpr std::size_t kOdd = 7;  // so that lengths and letters do not meet
    return 1u << (word.back() + kOdd * word.size()) % kLetters;
  }

  std::array<std::uint32_t, kLetters> ends_{};  // by the first letter, as bits
};

// A few words that are known when the program is compiled.
template <std::size_t N>
class WordList {
 public:
  template <class... Words>
  constexpr WordList(Words... words) : words_{std::u32string_view(words)...} {
    for (const std::u32string_view word : words_)
      shapes_.add(word);
  }
  constexpr bool has(std::u32string_view word) const {
    return shapes_.may_have(word) && std::ranges::find(words_, word) != words_.end();
  }
  constexpr const std::array<std::u32string_view, N>& words() const { return words_; }

 private:
  std::array<std::u32string_view, N> words_;
  WordShapes shapes_;
};
template <class... Words>
WordList(Words...) -> WordList<sizeof...(Words)>;

}  // namespace vedette::names
