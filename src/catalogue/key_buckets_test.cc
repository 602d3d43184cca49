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
  for (const Given& key : keys)
    out.starts[key.front >> shift] |=
        KeyTable::sign_of(key.front, static_cast<unsigned>(std::countr_zero(count)),
                          KeyTable::sign_count(keys.size()));
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

// A key whose hash begins so.
Key key_of(std::uint32_t front) {
  Key key;
  key.hash = std::uint64_t{front} << 32;
  key.tag = front;
  return key;
}

TEST(KeyTable, FindsEveryEntryOfAKeyWhateverItsSign) {
  std::mt19937_64 random(5);
  for (const std::size_t count : {1u, 2u, 100u, 5000u, 70'000u}) {
    KeyHeaps heaps(count);
    std::vector<std::uint32_t> fronts;
    for (std::uint32_t i = 0; i < count; ++i) {
      fronts.push_back(static_cast<std::uint32_t>(random()));
      heaps.add(fronts.back(), fronts.back(), i);
    }
    const KeyBuckets buckets = KeyHeaps::into_buckets({&heaps, 1}, 1);
    const KeyTable table = buckets.table();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Key key = key_of(fronts[i]);
      bool found = false;
      table.for_keys({&key, 1}, [&](std::uint32_t id) { found = found || id == i; });
      ASSERT_TRUE(found) << i << " of " << count;
      bool found_between = false;
      table.for_each_key({&key, 1}, i, i + 1,
                         [&](std::size_t, std::uint32_t id) { found_between = id == i; });
      ASSERT_TRUE(found_between) << i << " of " << count;
    }
  }
}

TEST(KeyTable, DoesNotReadMostBucketsInWhichThereIsNothing) {
  std::mt19937_64 random(7);
  constexpr std::uint32_t kCount = 100'000;
  KeyHeaps heaps(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i)
    heaps.add(static_cast<std::uint32_t>(random()), 0, i);
  const KeyBuckets buckets = KeyHeaps::into_buckets({&heaps, 1}, 1);
  const KeyTable table = buckets.table();
  std::size_t read = 0;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const Key key = key_of(static_cast<std::uint32_t>(random()));
    read += table.entries_of({&key, 1}) != 0;
  }
  // A bucket has one and a half entries; each turns one of eight signs on.
  EXPECT_LT(read, kCount / 4);
  EXPECT_GT(read, kCount / 20);
}

TEST(KeyTable, HasAsManySignsAsThereAreBitsLeftOver) {
  EXPECT_EQ(KeyTable::sign_count(0), 8u);
  EXPECT_EQ(KeyTable::sign_count((1u << 24) - 1), 8u);
  EXPECT_EQ(KeyTable::sign_count(1u << 24), 7u);
  EXPECT_EQ(KeyTable::sign_count(1u << 31), 0u);
  // Each of them is one bit, above all numbers of entries.
  for (const std::size_t entries : {std::size_t{1} << 20, std::size_t{1} << 28}) {
    const unsigned signs = KeyTable::sign_count(entries);
    std::uint32_t all = 0;
    for (std::uint32_t next = 0; next < 256; ++next) {
      const std::uint32_t sign = KeyTable::sign_of(next << 14, 10, signs);
      EXPECT_TRUE(std::has_single_bit(sign));
      all |= sign;
    }
    EXPECT_EQ(all, ~(~0u >> signs));
    EXPECT_EQ(entries & all, 0u);
  }
}

}  // namespace
}  // namespace vedette::catalogue
