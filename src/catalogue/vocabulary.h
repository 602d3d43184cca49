#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/prefetch.h"
#include "catalogue/word_blob.h"

namespace vedette::catalogue {

// Every distinct word of the names given so far, each once. For the builder; one thread.
class Vocabulary {
 public:
  static std::uint64_t hash_of(std::string_view blob);
  // The number of the word with this blob (catalogue/word_blob.h): 0, 1, 2... in order of first
  // appearance.
  std::uint32_t intern(std::string_view blob, std::uint64_t hash);
  // Prefetches what intern() reads first.
  void prefetch(std::uint64_t hash) const {
    if (!slots_.empty()) base::prefetch(&slots_[hash & (slots_.size() - 1)]);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(offsets_.size()); }
  names::NameView blob(std::uint32_t number) const {
    return names::NameView(bytes_.data() + offsets_[number]);
  }
  // Where the words lie, one after the other; each begins at a multiple of eight.
  const char* bytes() const { return bytes_.data(); }
  std::uint64_t offset(std::uint32_t number) const { return offsets_[number]; }
  // For each number its place when words are ordered by shelf, then by first spelling, then by the
  // rest: the order of the file. Words with a common beginning are neighbours in it.
  std::vector<std::uint32_t> places() const;

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t number = kEmpty;
  };
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};
  void grow();

  std::vector<char> bytes_;
  std::vector<std::uint64_t> offsets_;
  std::vector<Slot> slots_;
};

}  // namespace vedette::catalogue
