#include "catalogue/sketch.h"

#include <algorithm>
#include <tuple>

#include "names/pairing.h"

namespace vedette::catalogue {

Rest Rest::of_words(std::span<const std::uint32_t> words) {
  if (words.size() == 1 && words[0] < 1u << kNumberBits)
    return Rest(kWordSign << kNumberBits | words[0]);
  if (words.size() == 2)
    return Rest(kTwoWordsSign << kNumberBits | hash(words[0]) | hash(words[1]) << kHashBits);
  std::uint32_t groups = 0;
  for (const std::uint32_t word : words)
    groups |= 1u << group(word);
  return Rest(groups);
}

void SketchedName::add(const names::Word& word, std::uint16_t place_flags, names::Kind kind,
                       const Listing& listing) {
  const auto is_same = [&](const Listing& other) { return other.number == listing.number; };
  if (std::none_of(words_.begin(), words_.begin() + count_, is_same)) words_[count_++] = listing;
  const int weight = names::left_weight(word, place_flags, kind);
  if (weight == 0) return;
  for (std::size_t i = 0; i < weighty_count_; ++i)
    if (weighty_[i].form_hash == word.form_hash) {
      // The lighter reading counts: more must not be claimed than is there.
      weight_ += std::min(weighty_[i].weight, weight) - weighty_[i].weight;
      weighty_[i].weight = std::min(weighty_[i].weight, weight);
      return;
    }
  weighty_[weighty_count_++] = {word.form_hash, weight};
  weight_ += weight;
}

void SketchedName::finish() {
  std::sort(words_.begin(), words_.begin() + count_, [](const Listing& a, const Listing& b) {
    return std::tie(a.names, a.number) < std::tie(b.names, b.number);
  });
}

std::uint8_t SketchedName::weight() const {
  return static_cast<std::uint8_t>(std::min<int>(weight_ / kWeightUnit, kMostWeight));
}

Posting SketchedName::posting(std::uint32_t name, std::uint32_t word) const {
  Posting out{name, std::uint32_t{weight()} << 27, {}};
  out.others.fill(word);
  std::array<std::uint32_t, names::kMaxWords> rest;
  std::size_t placed = 0;
  std::size_t left = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (words_[i].number == word) continue;
    if (placed < kOtherWords)
      out.others[placed++] = words_[i].number;
    else
      rest[left++] = words_[i].number;
  }
  out.sketch |= Rest::of_words({rest.data(), left}).bits();
  return out;
}

}  // namespace vedette::catalogue
