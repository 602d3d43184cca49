#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "text/script.h"

namespace vedette::text {

// Foreign names in scripts that spell what is heard: 普京, 푸틴, プーチン, פוטין, بوتين. No table
// of letters leads back to "putin", so that such a word is read in several ways, and a Latin
// spelling is judged by how well it explains the characters (data/romanise/by_ear.tsv).

inline bool is_written_by_ear(Script script) {
  switch (script) {
    case Script::Han:
    case Script::Hangul:
    case Script::Katakana:
    case Script::Hebrew:
    case Script::Arabic:
      return true;
    default:
      return false;
  }
}

// Keys of the readings of a word; never 0.
inline constexpr std::size_t kMaxReadings = 8;
class EarKeys {
 public:
  std::span<const std::uint32_t> all() const { return {keys_.data(), count_}; }
  void add(std::uint32_t key) {
    if (count_ < kMaxReadings) keys_[count_++] = key;
  }

 private:
  std::array<std::uint32_t, kMaxReadings> keys_{};
  std::uint8_t count_ = 0;
};

// Of a word in such a script: its likeliest readings, each as its consonants by family of sounds.
// None where a character has no reading, or the word is a single character.
EarKeys ear_keys(std::u32string_view word, Script script);
// The same of a spelling in ASCII letters; 0 when it has fewer than two consonants.
std::uint32_t ear_key(std::string_view ascii);

// How much more likely the word is written for this spelling than for any other, in tenths of a
// bit: a name that says little says little here, and a letter that the word does not have costs.
int ear_evidence(std::u32string_view word, std::string_view ascii);

}  // namespace vedette::text
