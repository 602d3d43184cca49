#include "catalogue/key_buckets.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace vedette::catalogue {
namespace {

struct Given {
  std::uint32_t front;
  KeyEntry entry;
};

// One bucket after the other, each from all keys.
KeyBuckets bucket_by_bucket(const std::vector<Given>& keys) {
  const std::size_t count = std::bit_ceil(std::max<std::size_t>(keys.size() / 2, 2));
  const int shift = 32 - std::countr_zero(count);
  std::vector<std::vector<KeyEntry>> buckets(count);
  for (const Given& key : keys)
    buckets[key.front >> shift].push_back(key.entry);
  KeyBuckets out;
  out.starts.push_back(0);
  for (const auto& bucket : buckets) {
    out.entries.insert(out.entries.end(), bucket.begin(), bucket.end());
    out.starts.push_back(static_cast<std::uint32_t>(out.entries.size()));
  }
  return out;
}

TEST(KeyHeaps, BucketsAreThoseOfAllKeysInTheirOrderHoweverManyShareTheWork) {
  std::mt19937_64 random(3);
  for (const std::size_t count : {0u, 1u, 5u, 4095u, 4096u, 50'000u}) {
    std::vector<Given> keys;
    for (std::uint32_t i = 0; i < count; ++i) {
      // Every tenth key has the hash of another.
      const auto front =
          i % 10 == 9 ? keys[random() % i].front : static_cast<std::uint32_t>(random());
      keys.push_back({front, {static_cast<std::uint32_t>(random()), i}});
    }
    const KeyBuckets expected = bucket_by_bucket(keys);
    for (const std::size_t shares : {1u, 2u, 3u}) {
      std::vector<KeyHeaps> heaps;
      for (std::size_t share = 0; share < shares; ++share) {
        heaps.emplace_back(count);
        for (std::size_t i = count * share / shares; i < count * (share + 1) / shares; ++i)
          heaps.back().add(keys[i].front, keys[i].entry.tag, keys[i].entry.id);
      }
      const KeyBuckets found = KeyHeaps::into_buckets(heaps, 2);
      ASSERT_EQ(found.starts, expected.starts) << count << ' ' << shares;
      ASSERT_EQ(found.entries.size(), expected.entries.size());
      for (std::size_t i = 0; i < found.entries.size(); ++i) {
        ASSERT_EQ(found.entries[i].id, expected.entries[i].id) << count << ' ' << shares;
        ASSERT_EQ(found.entries[i].tag, expected.entries[i].tag);
      }
    }
  }
}

}  // namespace
}  // namespace vedette::catalogue
