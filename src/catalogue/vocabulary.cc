#include "catalogue/vocabulary.h"

#include <xxhash.h>

#include <algorithm>

namespace vedette::catalogue {
namespace {

// The order of words in the file; total, because equal words are interned once.
bool comes_before(names::NameView a, names::NameView b) {
  if (a.header().shelf != b.header().shelf) return a.header().shelf < b.header().shelf;
  const std::string_view x = a.latin(a.words()[0]);
  const std::string_view y = b.latin(b.words()[0]);
  if (x != y) return x < y;
  return a.bytes() < b.bytes();
}

// The shelf and the first letters as a number: where two differ, the smaller one comes before.
std::uint64_t front_of(names::NameView word) {
  constexpr std::size_t kLetters = 7;
  const std::string_view letters = word.latin(word.words()[0]);
  std::uint64_t front = word.header().shelf;
  for (std::size_t i = 0; i < kLetters; ++i)
    front = front << 8 | (i < letters.size() ? static_cast<unsigned char>(letters[i]) : 0u);
  return front;
}

}  // namespace

std::uint64_t Vocabulary::hash_of(std::string_view blob) {
  return XXH3_64bits(blob.data(), blob.size());
}

std::uint32_t Vocabulary::intern(std::string_view blob, std::uint64_t hash) {
  if ((offsets_.size() + 1) * 2 > slots_.size()) grow();
  for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    Slot& slot = slots_[at];
    if (slot.number == kEmpty) {
      slot = {hash, size()};
      offsets_.push_back(bytes_.size());
      bytes_.insert(bytes_.end(), blob.begin(), blob.end());
      return slot.number;
    }
    if (slot.hash == hash && this->blob(slot.number).bytes() == blob) return slot.number;
  }
}

void Vocabulary::grow() {
  std::vector<Slot> old(std::max<std::size_t>(slots_.size() * 2, 1024));
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number == kEmpty) continue;
    std::size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].number != kEmpty)
      at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

std::vector<std::uint32_t> Vocabulary::places() const {
  struct Fronted {
    std::uint64_t front;
    std::uint32_t number;
  };
  std::vector<Fronted> order;
  order.reserve(size());
  for (std::uint32_t number = 0; number < size(); ++number)
    order.push_back({front_of(blob(number)), number});
  std::ranges::sort(order, [&](const Fronted& a, const Fronted& b) {
    return a.front != b.front ? a.front < b.front : comes_before(blob(a.number), blob(b.number));
  });
  std::vector<std::uint32_t> places(size());
  for (std::uint32_t place = 0; place < order.size(); ++place)
    places[order[place].number] = place;
  return places;
}

}  // namespace vedette::catalogue
