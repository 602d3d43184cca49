#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/prefetch.h"
#include "catalogue/format.h"
#include "catalogue/keys.h"

namespace vedette::catalogue {

// Words or names by their keys. The entries of a bucket stand in the order of their ids.
struct KeyTable {
  std::span<const std::uint32_t> buckets;
  std::span<const KeyEntry> entries;
  unsigned shift = 0;  // hash >> shift is the bucket

  // It pays to look for the first one that is wanted in a bucket of more entries than these.
  static constexpr std::size_t kMany = 32;

  void prefetch(const Key& key) const { base::prefetch(buckets.data() + (key.hash >> shift)); }
  void prefetch_entries(const Key& key) const {
    base::prefetch(entries.data() + buckets[key.hash >> shift]);
  }
  template <class Visit>
  void for_key(const Key& key, Visit&& visit) const {
    const std::size_t bucket = key.hash >> shift;
    for (std::uint32_t at = buckets[bucket]; at < buckets[bucket + 1]; ++at)
      if (key.meets(entries[at])) visit(entries[at].id);
  }
  // How many entries for_keys() goes through.
  std::uint64_t entries_of(std::span<const Key> keys) const {
    for (const Key& key : keys)
      prefetch(key);
    std::uint64_t count = 0;
    for (const Key& key : keys)
      count += buckets[(key.hash >> shift) + 1] - buckets[key.hash >> shift];
    return count;
  }
  // Calls visit(id) for each word, or name, that may have one of the keys; others come along, and
  // the same one may come twice. All buckets are asked for before the first is read.
  template <class Visit>
  void for_keys(std::span<const Key> keys, Visit&& visit) const {
    for (const Key& key : keys)
      prefetch(key);
    for (const Key& key : keys)
      prefetch_entries(key);
    for (const Key& key : keys)
      for_key(key, visit);
  }
  // The same with visit(k, id) for keys[k], of those from `first` on and before `last` alone.
  template <class Visit>
  void for_each_key(std::span<const Key> keys, std::uint32_t first, std::uint32_t last,
                    Visit&& visit) const {
    for (const Key& key : keys)
      prefetch(key);
    for (const Key& key : keys)
      prefetch_entries(key);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Key key = keys[k];
      const auto all = entries_between(key, first, last);
      const auto visit_one = [&](const KeyEntry& entry) {
        if (entry.id >= first && entry.id < last && key.meets(entry)) visit(k, entry.id);
      };
      if (key.has_rest)
        visit_with_rest(key, all, visit_one);
      else
        std::ranges::for_each(all, visit_one);
    }
  }

 private:
  // The entries of a bucket without those before `first` and from `last` on, where it is long.
  std::span<const KeyEntry> entries_between(const Key& key, std::uint32_t first,
                                            std::uint32_t last) const {
    const std::size_t bucket = key.hash >> shift;
    const auto all = entries.subspan(buckets[bucket], buckets[bucket + 1] - buckets[bucket]);
    if (all.size() <= kMany) return all;
    const auto begin = std::ranges::lower_bound(all, first, {}, &KeyEntry::id);
    const auto end = std::ranges::lower_bound(begin, all.end(), last, {}, &KeyEntry::id);
    return {begin, end};
  }
  template <class Visit>
  static void visit_with_rest(const Key& key, std::span<const KeyEntry> all, const Visit& visit) {
    const RestFilter filter(key);
    std::size_t at = 0;
    for (; at + RestFilter::kAtOnce <= all.size(); at += RestFilter::kAtOnce)
      filter.visit_those_that_may_meet(all.data() + at, visit);
    std::ranges::for_each(all.subspan(at), visit);
  }
};

}  // namespace vedette::catalogue
