#include "catalogue/vocabulary.h"

#include <xxhash.h>

#include <algorithm>
#include <numeric>

namespace vedette::catalogue {
namespace {

// The order of words in the file; total, because equal words are interned once.
bool comes_before(names::NameView a, names::NameView b) {
  if (a.kind() != b.kind()) return a.kind() < b.kind();
  const std::string_view x = a.latin(a.words()[0]);
  const std::string_view y = b.latin(b.words()[0]);
  if (x != y) return x < y;
  return a.bytes() < b.bytes();
}

}  // namespace

std::uint32_t Vocabulary::intern(names::NameView name, const names::Word& word) {
  if ((offsets_.size() + 1) * 2 > slots_.size()) grow();
  const std::size_t start = bytes_.size();
  append_word_blob(name, word, bytes_);
  const std::string_view blob(bytes_.data() + start, bytes_.size() - start);
  const std::uint64_t hash = XXH3_64bits(blob.data(), blob.size());
  for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    Slot& slot = slots_[at];
    if (slot.number == kEmpty) {
      slot = {hash, size()};
      offsets_.push_back(start);
      return slot.number;
    }
    if (slot.hash == hash && this->blob(slot.number).bytes() == blob) {
      bytes_.resize(start);
      return slot.number;
    }
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
  std::vector<std::uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return comes_before(blob(a), blob(b)); });
  std::vector<std::uint32_t> places(size());
  for (std::uint32_t place = 0; place < order.size(); ++place)
    places[order[place]] = place;
  return places;
}

}  // namespace vedette::catalogue
