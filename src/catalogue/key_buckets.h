#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "catalogue/format.h"
#include "catalogue/key_table.h"
#include "catalogue/keys.h"

namespace vedette::catalogue {

// Words or names by their keys, as the file has them: a table of where each bucket begins, with its
// signature (KeyTable), and the entries of all buckets. Those of one bucket keep the order in which
// they were added.
struct KeyBuckets {
  std::vector<std::uint32_t> starts;
  std::vector<KeyEntry> entries;

  KeyTable table() const;
};

// Keys on their way into buckets. They are first thrown into heaps by the front of their hash, so
// that what is put into order at a time fits into the processor's caches.
class KeyHeaps {
 public:
  // There will be `at_least` keys, of all KeyHeaps that are put into the same buckets.
  explicit KeyHeaps(std::size_t at_least) : shift_(at_least < kFewForHeaps ? 32 : 32 - kHeapBits) {}

  // `front` is the upper half of the key's hash.
  void add(std::uint32_t front, std::uint32_t tag, std::uint32_t id) {
    heaps_[shift_ == 32 ? 0 : front >> shift_].add({front, tag, id});
  }

  // Those of the first come before those of the second, and so on; uses `threads`. The heaps are
  // empty afterwards.
  static KeyBuckets into_buckets(std::span<KeyHeaps> all, unsigned threads);

 private:
  static constexpr unsigned kHeapBits = 8;
  static constexpr std::size_t kHeaps = std::size_t{1} << kHeapBits;
  // With so many there are more buckets than heaps, and none is in two heaps.
  static constexpr std::size_t kFewForHeaps = std::size_t{1} << 12;

  struct Item {
    std::uint32_t front;
    std::uint32_t tag;
    std::uint32_t id;
  };
  // In pieces, which do not move when more are added.
  class Heap {
   public:
    void add(const Item& item) {
      if (count_ % kPiece == 0) pieces_.push_back(std::make_unique_for_overwrite<Item[]>(kPiece));
      pieces_.back()[count_++ % kPiece] = item;
    }
    std::size_t size() const { return count_; }
    template <class Visit>
    void for_each(const Visit& visit) const {
      for (std::size_t i = 0; i < count_; i += kPiece)
        for (std::size_t k = 0; k < std::min(kPiece, count_ - i); ++k)
          visit(pieces_[i / kPiece][k]);
    }
    void clear() { *this = Heap(); }

   private:
    static constexpr std::size_t kPiece = 2048;
    std::vector<std::unique_ptr<Item[]>> pieces_;
    std::size_t count_ = 0;
  };

  unsigned shift_;
  std::array<Heap, kHeaps> heaps_;
};

}  // namespace vedette::catalogue
