#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/text_table.h"

namespace vedette::names {

// Hashes a phrase word by word, so that neighbouring words of a name are looked up without a copy.
class PhraseHash {
 public:
  void add_word(std::string_view word) { add(base::text_hash(word)); }
  void add(std::uint64_t word) { value_ = value_ * kOdd + word; }
  std::uint64_t value() const { return value_; }

 private:
  static constexpr std::uint64_t kOdd = 0xD6E8FEB86659FD93ull;
  std::uint64_t value_ = 0;
};

// Of words with a blank between each two.
inline std::uint64_t phrase_hash(std::string_view phrase) {
  PhraseHash hash;
  for (std::size_t blank; (blank = phrase.find(' ')) != std::string_view::npos;) {
    hash.add_word(phrase.substr(0, blank));
    phrase.remove_prefix(blank + 1);
  }
  hash.add_word(phrase);
  return hash.value();
}

// Of the words that these are the hashes of.
inline std::uint64_t phrase_hash(std::span<const std::uint64_t> words) {
  PhraseHash hash;
  for (const std::uint64_t word : words)
    hash.add(word);
  return hash.value();
}
inline std::uint64_t phrase_hash(std::span<const std::uint64_t> words, std::size_t hole) {
  PhraseHash hash;
  for (std::size_t i = 0; i < words.size(); ++i)
    hash.add(i == hole ? 0 : words[i]);
  return hash.value();
}

}  // namespace vedette::names
