#include "catalogue/relatives.h"

#include <algorithm>

#include "names/comparing/relation.h"
#include "names/tables/costs.h"

namespace vedette::catalogue {
namespace {

using names::Kind;
using names::NameView;
using names::Role;
using names::Way;
using names::Word;

// How far ahead words are prefetched.
constexpr std::size_t kAhead = 12;

}  // namespace

std::uint8_t least_cost_between(NameView name, const Word& asked, NameView listed) {
  const Word& other = listed.words()[0];
  const Kind kind = name.kind();
  if (!takes_part(asked.role, kind) || !takes_part(other.role, kind)) return kUnrelated;
  if (!names::may_relate(asked, other, kind)) return kUnrelated;
  const names::Relation relation = names::relate({name, &asked}, {listed, &other});
  if (relation.way == Way::kNone) return kUnrelated;
  // Initials after the first cost less, and which is the first is not known here.
  if (relation.way == Way::kInitial)
    return std::min<std::uint8_t>(relation.cost, names::costs::kFurtherInitial);
  return relation.cost;
}

RelativesFinder::RelativesFinder(const WordIndex& index)
    : index_(&index), is_compared_(index.shelf_ends.back()) {
  for (std::uint32_t word = 0; word < index.shelf_ends.back(); ++word)
    if (is_particle(index.word(word).words()[0].role)) particles_.push_back(word);
}

void RelativesFinder::keep_new(Shelf shelf) {
  std::size_t kept = 0;
  for (const std::uint32_t word : found_) {
    // Keys of different shelves may meet by chance.
    if (!index_->is_on(shelf, word) || is_compared_[word]) continue;
    is_compared_[word] = true;
    compared_.push_back(word);
    found_[kept++] = word;
  }
  found_.resize(kept);
}

void RelativesFinder::find(std::uint32_t word, std::vector<Relative>& out) {
  const NameView blob = index_->word(word);
  const Word& asked = blob.words()[0];
  const auto shelf = static_cast<Shelf>(blob.header().shelf);
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  for (const Reach reach : {Reach::kAlike, Reach::kOneEdit, Reach::kTwoEdits}) {
    index_->collect(shelf, blob, asked, reach, room_, found_);
    // Particles meet one another without a key.
    if (reach == Reach::kAlike && is_particle(asked.role))
      found_.insert(found_.end(), particles_.begin(), particles_.end());
    // Of what several steps find, the first counts.
    keep_new(shelf);
    for (std::size_t k = 0; k < found_.size(); ++k) {
      if (k + kAhead < found_.size()) index_->prefetch(found_[k + kAhead]);
      const std::uint8_t cost = least_cost_between(blob, asked, index_->word(found_[k]));
      if (cost > Relative::kMostCost) continue;
      out.push_back(Relative::of(found_[k], reach == Reach::kTwoEdits, cost));
    }
  }
  std::ranges::sort(out.begin() + begin, out.end());
  for (const std::uint32_t each : compared_)
    is_compared_[each] = false;
  compared_.clear();
}

}  // namespace vedette::catalogue
