#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vedette::variations {

// A generator of its own (SplitMix64), because the standard library's distributions differ between
// implementations: the same seed gives the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ull;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBull;
    return mixed ^ mixed >> 31;
  }

  // A number below `bound`, which must not be 0. The bias is below 2^-32 for the bounds used here.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

  template <class Sequence>
  const auto& pick(const Sequence& sequence) {
    return sequence[below(sequence.size())];
  }

 private:
  std::uint64_t state_;
};

// FNV-1a over the bytes of several texts, for seeds: the same on every machine.
class SeedHash {
 public:
  explicit SeedHash(std::uint64_t seed) : hash_(0xCBF29CE484222325ull ^ seed * kPrime) {}

  SeedHash& add(std::string_view text) {
    for (const char c : text)
      hash_ = (hash_ ^ static_cast<unsigned char>(c)) * kPrime;
    hash_ = (hash_ ^ 0xFF) * kPrime;  // no byte of UTF-8: keeps "ab","c" apart from "a","bc"
    return *this;
  }
  std::uint64_t value() const { return hash_; }

 private:
  static constexpr std::uint64_t kPrime = 0x100000001B3ull;
  std::uint64_t hash_;
};

}  // namespace vedette::variations
