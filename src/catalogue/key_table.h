#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "base/prefetch.h"
#include "catalogue/format.h"
#include "catalogue/keys.h"

namespace vedette::catalogue {

// Words or names by their keys. The entries of a bucket are sorted by their ids.
//
// Most lookups miss. The number that says where a bucket begins has up to eight spare bits: the
// signature of the bucket. Each entry sets one of them, chosen by the next bits of its hash. A
// lookup whose bit is not set skips the bucket.
class KeyTable {
 public:
  KeyTable() = default;
  // The numbers of all buckets and of the end.
  KeyTable(std::span<const std::uint32_t> buckets, std::span<const KeyEntry> entries)
      : buckets_(buckets),
        entries_(entries),
        bits_(static_cast<unsigned>(std::countr_zero(buckets.size() - 1))),
        signs_(sign_count(entries.size())) {}

  static unsigned sign_count(std::size_t entries) {
    return std::min(kMostSigns, static_cast<unsigned>(32 - std::bit_width(entries)));
  }
  // The sign of keys whose hash begins so, in a table of 2^bits buckets.
  static std::uint32_t sign_of(std::uint32_t front, unsigned bits, unsigned signs) {
    const std::uint64_t next = front << bits;
    return kFirstSign >> (next * signs >> 32);
  }

  std::size_t size() const { return buckets_.size() - 1; }  // buckets
  std::size_t begin_of(std::size_t bucket) const { return buckets_[bucket] & ~0u >> signs_; }
  std::span<const KeyEntry> entries() const { return entries_; }
  std::span<const KeyEntry> entries_in(std::size_t bucket) const {
    return entries_.subspan(begin_of(bucket), begin_of(bucket + 1) - begin_of(bucket));
  }

  void prefetch(const Key& key) const { base::prefetch(&buckets_[bucket_of(key)]); }
  // Branch-free: a branch on the signature would mispredict half the time.
  void prefetch_entries(const Key& key) const {
    const std::uint32_t* const nothing = &buckets_[bucket_of(key)];
    const KeyEntry* const entries = entries_.data() + begin_of(bucket_of(key));
    base::prefetch(may_have(key) ? static_cast<const void*>(entries) : nothing);
  }
  // How many entries for_keys() goes through.
  std::uint64_t entries_of(std::span<const Key> keys) const {
    for (const Key& key : keys)
      prefetch(key);
    std::uint64_t count = 0;
    for (const Key& key : keys)
      if (may_have(key)) count += entries_in(bucket_of(key)).size();
    return count;
  }
  // Calls visit(id) for each word, or name, that may have one of the keys; others come along, and
  // the same one may come twice. All buckets are prefetched before the first is read.
  template <class Visit>
  void for_keys(std::span<const Key> keys, Visit&& visit) const {
    for (const Key& key : keys)
      prefetch(key);
    for (const Key& key : keys)
      prefetch_entries(key);
    for (const Key& key : keys) {
      if (!may_have(key)) continue;
      for (const KeyEntry& entry : entries_in(bucket_of(key)))
        if (key.meets(entry)) visit(entry.id);
    }
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
      if (!may_have(key)) continue;
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
  // It pays to look for the first one that is wanted in a bucket of more entries than these.
  static constexpr std::size_t kMany = 32;
  static constexpr unsigned kMostSigns = 8;
  static constexpr std::uint32_t kFirstSign = 1u << 31;

  std::size_t bucket_of(const Key& key) const { return key.hash >> (64 - bits_); }
  bool may_have(const Key& key) const {
    const auto front = static_cast<std::uint32_t>(key.hash >> 32);
    return signs_ == 0 || (buckets_[bucket_of(key)] & sign_of(front, bits_, signs_)) != 0;
  }
  // The entries of a bucket without those before `first` and from `last` on, where it is long.
  std::span<const KeyEntry> entries_between(const Key& key, std::uint32_t first,
                                            std::uint32_t last) const {
    const auto all = entries_in(bucket_of(key));
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

  std::span<const std::uint32_t> buckets_;
  std::span<const KeyEntry> entries_;
  unsigned bits_ = 1;
  unsigned signs_ = 0;
};

}  // namespace vedette::catalogue
