#include "catalogue/sketch.h"

#include <algorithm>

#include "names/pairing.h"

namespace vedette::catalogue {

void SketchedName::add(const names::Word& word, std::uint16_t place_flags, names::Kind kind,
                       std::uint8_t group) {
  all_[all_count_++] = {&word, 1u << group};
  const int weight = names::left_weight(word, place_flags, kind);
  if (weight == 0) return;
  for (std::size_t i = 0; i < count_; ++i)
    if (words_[i].word->form_hash == word.form_hash) {
      // The lighter reading counts: more must not be claimed than is there.
      weight_ += std::min(words_[i].weight, weight) - words_[i].weight;
      words_[i].weight = std::min(words_[i].weight, weight);
      return;
    }
  words_[count_++] = {&word, weight};
  weight_ += weight;
}

std::uint8_t SketchedName::weight() const {
  return static_cast<std::uint8_t>(std::min<int>(weight_ / kWeightUnit, kMostWeight));
}

std::uint32_t SketchedName::sketch(const names::Word& word) const {
  const std::uint32_t weight_bits = std::uint32_t{weight()} << 27;
  const Entry* other = nullptr;
  std::size_t others = 0;
  for (std::size_t i = 0; i < count_; ++i)
    if (words_[i].word->form_hash != word.form_hash) {
      other = &words_[i];
      ++others;
    }
  if (others == 1 && (other->word->flags & names::kPlain) && other->word->latin_count == 1)
    return weight_bits | 1u << 26 | (other->word->letters & ((1u << 26) - 1));
  std::uint32_t groups = 0;
  for (std::size_t i = 0; i < all_count_; ++i)
    if (all_[i].word != &word) groups |= all_[i].group_bit;
  return weight_bits | groups;
}

}  // namespace vedette::catalogue
