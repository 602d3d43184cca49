#include "catalogue/sketch.h"

#include <algorithm>
#include <tuple>

#include "names/comparing/pairing.h"
#include "names/comparing/relation.h"
#include "text/edit_distance.h"

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

// Whether one word of a query may be for both: be the one, and meet the other. It may be
// taken for something else there, a particle or half of a name, which are met by their letters.
bool SketchedName::may_be_one(names::NameView a, names::NameView b) {
  const names::Word& x = a.words()[0];
  const names::Word& y = b.words()[0];
  if (x.form_hash == y.form_hash) return true;
  const bool are_names = x.role == names::Role::kName && y.role == names::Role::kName;
  const std::size_t edits = are_names || a.kind() != names::Kind::kPerson ? 1 : 2;
  if (names::spellings_may_be_near(x, y) &&
      text::edit_distance(a.latin(x), b.latin(y), edits) <= edits)
    return true;
  return names::may_relate(x, y, a.kind()) &&
         names::relate({a, &x}, {b, &y}).way != names::Way::kNone;
}

void SketchedName::add(names::NameView blob, std::uint16_t place_flags, const Listing& listing) {
  const auto is_same = [&](const Listing& other) { return other.number == listing.number; };
  if (std::none_of(words_.begin(), words_.begin() + count_, is_same)) words_[count_++] = listing;
  const names::Word& word = blob.words()[0];
  const int weight = names::left_weight(word, place_flags, blob.kind());
  if (weight == 0) return;
  for (Entry& other : std::span(weighty_).first(weighty_count_)) {
    if (!may_be_one(other.word, blob)) continue;
    // Of two readings of one word the lighter counts: more must not be claimed than is there.
    const bool is_one = other.word.words()[0].form_hash == word.form_hash;
    const int both = is_one ? std::min(other.weight, weight) : std::max(other.weight, weight);
    weight_ += both - other.weight;
    other.weight = both;
    return;
  }
  weighty_[weighty_count_++] = {blob, weight};
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
