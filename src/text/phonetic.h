#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vedette::text {

// Keys of how a spelling may sound, for names of all languages at once. A spelling that different
// languages read differently ("j", "ch", "w") has several keys; two spellings sound alike when they
// share one. A key is never 0.
inline constexpr std::size_t kMaxKeys = 4;

class PhoneticKeys {
 public:
  std::size_t size() const { return count_; }
  std::uint64_t operator[](std::size_t i) const { return keys_[i]; }
  const std::uint64_t* begin() const { return keys_.data(); }
  const std::uint64_t* end() const { return keys_.data() + count_; }
  bool contains(std::uint64_t key) const {
    for (const std::uint64_t own : *this)
      if (own == key) return true;
    return false;
  }
  bool shares_with(const PhoneticKeys& other) const {
    for (const std::uint64_t key : other)
      if (contains(key)) return true;
    return false;
  }
  void add(std::uint64_t key) {
    if (count_ < kMaxKeys && !contains(key)) keys_[count_++] = key;
  }

 private:
  std::array<std::uint64_t, kMaxKeys> keys_{};
  std::uint8_t count_ = 0;
};

// Consonants by family of sounds, and whether the word begins with a vowel. Coarse: finds
// Qaddafi/Gadhafi/Kadafi and Muhammad/Mehmet, and also words that merely resemble each other.
// `ascii` is a spelling made by romanise().
PhoneticKeys phonetic_keys(std::string_view ascii);

// Finer: voiced and unvoiced consonants are told apart, and the vowels between them coarsely.
PhoneticKeys sound_keys(std::string_view ascii);

// Both at once.
struct AllKeys {
  PhoneticKeys sounds;
  PhoneticKeys coarse;
};
AllKeys all_keys(std::string_view ascii);

}  // namespace vedette::text
