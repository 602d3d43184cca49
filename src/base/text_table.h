#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vedette::base {

// Of a short text. For tables in memory: it says nothing to another build of the program.
inline std::uint64_t text_hash(std::string_view text) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15ull;
  const auto mixed = [](std::uint64_t hash, std::uint64_t bits) {
    hash = (hash ^ bits) * kOdd;
    return hash ^ hash >> 32;
  };
  const auto load = [](const char* from, auto bits) {
    std::memcpy(&bits, from, sizeof bits);
    return std::uint64_t{bits};
  };
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t hash = left * kOdd;
  for (; left > 8; left -= 8, at += 8)
    hash = mixed(hash, load(at, std::uint64_t{}));
  if (left >= 4)
    return mixed(hash, load(at, std::uint32_t{}) | load(at + left - 4, std::uint32_t{}) << 32);
  if (left == 0) return hash;
  return mixed(hash, load(at, std::uint8_t{}) | load(at + left / 2, std::uint8_t{}) << 8 |
                         load(at + left - 1, std::uint8_t{}) << 16);
}

// Texts with a value each, put in once and asked for often: asking allocates nothing, and that a
// text is not there is mostly seen without looking at any other. The hash is the caller's where he
// knows it already; one table has one way of hashing.
template <class Value>
class TextTable {
 public:
  // The value of a text, which is put in when it is not there. Good until the next is put in.
  Value& put(std::string_view text) { return put(text, text_hash(text)); }
  Value& put(std::string_view text, std::uint64_t hash) {
    if (Value* known = const_cast<Value*>(find(text, hash))) return *known;
    if ((entries_.size() + 1) * 2 > slots_.size()) grow();
    entries_.push_back({std::string(text), hash, Value()});
    occupy(static_cast<std::uint32_t>(entries_.size() - 1));
    return entries_.back().value;
  }

  // Null when it is not there.
  const Value* find(std::string_view text) const { return find(text, text_hash(text)); }
  const Value* find(std::string_view text, std::uint64_t hash) const {
    return find_if(hash, [&](std::string_view known) { return known == text; });
  }
  // Of a text that is told by its hash and by `is_it`, which is asked about texts of that hash.
  template <class IsIt>
  const Value* find_if(std::uint64_t hash, const IsIt& is_it) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t at = hash >> shift_;; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.number == kEmpty) return nullptr;
      if (slot.mark != static_cast<std::uint32_t>(hash)) continue;
      const Entry& entry = entries_[slot.number];
      if (entry.hash == hash && is_it(entry.text)) return &entry.value;
    }
  }
  bool contains(std::string_view text) const { return find(text) != nullptr; }

  // In the order in which they were put in.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Entry& entry : entries_)
      visit(std::string_view(entry.text), entry.value);
  }

 private:
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};
  struct Slot {
    std::uint32_t mark = 0;  // the end of the hash; its front tells the place
    std::uint32_t number = kEmpty;
  };
  struct Entry {
    std::string text;
    std::uint64_t hash;
    Value value;
  };

  void occupy(std::uint32_t number) {
    const std::uint64_t hash = entries_[number].hash;
    std::size_t at = hash >> shift_;
    while (slots_[at].number != kEmpty)
      at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {static_cast<std::uint32_t>(hash), number};
  }
  void grow() {
    shift_ = slots_.empty() ? 64 - kFirstBits : shift_ - 1;
    slots_.assign(slots_.empty() ? std::size_t{1} << kFirstBits : slots_.size() * 2, Slot());
    for (std::uint32_t number = 0; number < entries_.size(); ++number)
      occupy(number);
  }

  static constexpr unsigned kFirstBits = 6;
  std::vector<Slot> slots_;  // a power of two of them
  unsigned shift_ = 64;      // hash >> shift_ is where to begin
  std::vector<Entry> entries_;
};

}  // namespace vedette::base
