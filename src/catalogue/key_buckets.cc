#include "catalogue/key_buckets.h"

#include <algorithm>
#include <bit>

#include "catalogue/in_parallel.h"

namespace vedette::catalogue {

KeyTable KeyBuckets::table() const {
  return {starts, entries};
}

KeyBuckets KeyHeaps::into_buckets(std::span<KeyHeaps> all, unsigned threads) {
  std::array<std::size_t, kHeaps + 1> before{};  // entries before those of a heap
  for (std::size_t h = 0; h < kHeaps; ++h) {
    before[h + 1] = before[h];
    for (const KeyHeaps& heaps : all)
      before[h + 1] += heaps.heaps_[h].size();
  }
  const std::size_t count = std::bit_ceil(std::max<std::size_t>(before.back() / 2, 2));
  KeyBuckets out;
  out.starts.resize(count + 1);
  out.entries.resize(before.back());
  const auto bits = static_cast<unsigned>(std::countr_zero(count));
  const unsigned shift = 32 - bits;
  const unsigned signs = KeyTable::sign_count(before.back());
  const auto sort_heap = [&](std::size_t h, std::vector<std::uint32_t>& next) {
    const auto for_items = [&](const auto& visit) {
      for (const KeyHeaps& heaps : all)
        heaps.heaps_[h].for_each(visit);
    };
    const std::size_t heaps = all.front().shift_ == 32 ? 1 : kHeaps;
    const std::size_t buckets = count / heaps;
    const std::size_t first = h * buckets;
    next.assign(buckets + 1, 0);
    for_items([&](const Item& item) { ++next[(item.front >> shift) - first + 1]; });
    next[0] = static_cast<std::uint32_t>(before[h]);
    for (std::size_t i = 1; i <= buckets; ++i)
      next[i] += next[i - 1];
    std::copy_n(next.begin(), buckets, out.starts.begin() + static_cast<std::ptrdiff_t>(first));
    for_items([&](const Item& item) {
      const std::size_t bucket = item.front >> shift;
      out.entries[next[bucket - first]++] = {item.tag, item.id};
      out.starts[bucket] |= signs == 0 ? 0 : KeyTable::sign_of(item.front, bits, signs);
    });
    for (KeyHeaps& each : all)
      each.heaps_[h].clear();
  };
  in_parallel(all.front().shift_ == 32 ? 1 : kHeaps, threads,
              [&](std::size_t begin, std::size_t end) {
                std::vector<std::uint32_t> next;
                for (std::size_t h = begin; h < end; ++h)
                  sort_heap(h, next);
              });
  out.starts[count] = static_cast<std::uint32_t>(before.back());
  return out;
}

}  // namespace vedette::catalogue
