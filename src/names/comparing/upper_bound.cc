#include "names/comparing/upper_bound.h"

#include <algorithm>
#include <bit>

#include "names/comparing/organisation_score.h"
#include "names/comparing/pairing.h"
#include "names/tables/costs.h"
#include "text/edit_distance.h"

namespace vedette::names {
namespace {

// Two edits cost this much at least, whatever the scripts.
constexpr int kCheapestTwoEdits =
    std::min({costs::kCrossScriptTwoEdits, costs::kTwoLightEdits, costs::kTwoEdits});
constexpr int kEditsOfUnindexed = 2;

bool bit(std::uint32_t mask, std::size_t i) {
  return mask >> i & 1;
}

// A word that an index did not find may still be two edits from a short word.
bool may_be_unindexed(const Word& word, Kind kind) {
  return kind == Kind::kPerson && word.role != Role::kInitial &&
         word.length <= kUnindexedEditLetters + kEditsOfUnindexed;
}

int clamp_score(int cost) {
  return std::clamp(costs::kBest - cost, 0, costs::kBest);
}

class PersonBound {
 public:
  PersonBound(NameView query, const RelatedWords& words) : query_(query), words_(words) {}

  int bound() {
    const auto words = query_.words();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const int weight = weight_of(words[i], Kind::kPerson);
      // A particle that is met supports a lone name; particles are not looked up, so any may be.
      full_ += words[i].role == Role::kFiliation;
      if (weight == 0) continue;
      if (bit(words_.related, i)) {
        matched_ += bit(words_.joined, i) ? costs::kFullWord : weight;
        full_ += words[i].role == Role::kName || words[i].role == Role::kCompound;
        office_ = office_ || ((words[i].flags & kTailPosition) && !(words[i].flags & kVeryCommon));
      } else if (may_be_unindexed(words[i], Kind::kPerson)) {
        weak_words_[weak_++] = {weight, left_weight(words[i], words[i].flags, Kind::kPerson)};
      } else {
        left_ += left_weight(words[i], words[i].flags, Kind::kPerson);
      }
    }
    int best = cost_with_weak(0);
    // How many of the short words meet something two edits away; the heaviest first.
    std::sort(weak_words_.begin(), weak_words_.begin() + static_cast<std::ptrdiff_t>(weak_),
              std::greater<>());
    for (std::size_t count = 1; count <= weak_; ++count)
      best = std::min(best, cost_with_weak(count));
    return clamp_score(best);
  }

 private:
  int cost_with_weak(std::size_t count) const {
    int matched = matched_;
    int left = left_;
    for (std::size_t k = 0; k < weak_; ++k) {
      if (k < count)
        matched += weak_words_[k].first;
      else
        left += weak_words_[k].second;
    }
    if (matched == 0) return costs::kBest;
    const int met = static_cast<int>(count);
    const int cost = met * kCheapestTwoEdits;
    int omission = costs::kOmission * left / matched;
    const bool lone = full_ + met < 2 && words_.joined == 0;
    if (lone && left > costs::kInitialWeight) omission += costs::kLoneName;
    if (office_) omission = std::min(omission, costs::kOfficeAndName);
    return cost + omission;
  }

  NameView query_;
  const RelatedWords& words_;
  int matched_ = 0;
  int full_ = 0;
  int left_ = 0;
  std::size_t weak_ = 0;
  bool office_ = false;
  std::array<std::pair<int, int>, kMaxWords> weak_words_{};  // weight met, weight left out
};

int organisation_bound(NameView query, const RelatedWords& words) {
  const Kind kind = query.kind();
  int matched = 0;
  int best_acronym = words.acronym ? costs::kBest - costs::kLongAcronym : 0;
  if (words.related == 0) return best_acronym;
  const auto all = query.words();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (bit(words.related, i))
      matched += bit(words.joined, i) ? costs::kFullWord : weight_of(all[i], kind);
  int cost = 0;
  bool alternative = false;
  bool address = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (bit(words.related, i) || all[i].role == Role::kLegal) continue;
    if (all[i].flags & kAlternative)
      alternative = true;
    else if (all[i].flags & kAddress)
      address = address || weight_of(all[i], kind) > 0;
    else
      cost += omission_cost(all[i], matched, kind);
  }
  if (alternative) cost += costs::kOmittedAlternative;
  if (address) cost += costs::kOmittedAddress;
  return std::max(best_acronym, clamp_score(cost));
}

bool makes_up(const std::string& native, const std::string& latin, NameView whole,
              const Word& target) {
  if (native == whole.form(target)) return true;
  return whole.any_spelling(target, [&](std::string_view spelling) {
    return text::edit_distance(std::string_view(latin), spelling, 1) <= 1;
  });
}

// Words [begin, begin + count) of `parts` written as one, against one word of `whole`.
bool joins(NameView parts, std::size_t begin, std::size_t count, NameView whole,
           const Word& target) {
  std::string native;
  std::string latin;
  std::string turned_native;
  std::string turned_latin;
  for (std::size_t i = begin; i < begin + count; ++i) {
    native += parts.form(parts.words()[i]);
    latin += parts.latin(parts.words()[i]);
    turned_native.insert(0, parts.form(parts.words()[i]));
    turned_latin.insert(0, parts.latin(parts.words()[i]));
  }
  const bool turns = parts.kind() == Kind::kPerson && parts.words().size() == kWordsThatTurn;
  return makes_up(native, latin, whole, target) ||
         (turns && makes_up(turned_native, turned_latin, whole, target));
}

void add_joins(NameView query, NameView listed, RelatedWords& out) {
  for (std::size_t count = 2; count <= kLongestJoin; ++count) {
    for (std::size_t i = 0; i + count <= query.words().size(); ++i)
      for (const Word& target : listed.words())
        if (joins(query, i, count, listed, target)) {
          out.related |= ((1u << count) - 1) << i;
          out.joined |= ((1u << count) - 1) << i;
        }
    for (std::size_t j = 0; j + count <= listed.words().size(); ++j)
      for (std::size_t i = 0; i < query.words().size(); ++i)
        if (joins(listed, j, count, query, query.words()[i])) {
          out.related |= 1u << i;
          out.joined |= 1u << i;
        }
  }
}

}  // namespace

bool is_indexed(const Relation& relation, const Word& a, const Word& b) {
  if (relation.way == Way::kNone) return false;
  return !(relation.way == Way::kEdit && relation.edits == kEditsOfUnindexed &&
           a.script == b.script && std::min(a.length, b.length) <= kUnindexedEditLetters);
}

int upper_bound(NameView query, const RelatedWords& words) {
  if (query.kind() != Kind::kPerson) return organisation_bound(query, words);
  return PersonBound(query, words).bound();
}

RelatedWords related_words(NameView query, NameView listed) {
  RelatedWords out;
  out.acronym = query.kind() == Kind::kOrganisation && is_acronym_of(query, listed);
  for (std::size_t i = 0; i < query.words().size(); ++i)
    for (const Word& other : listed.words()) {
      const Word& word = query.words()[i];
      if (query.kind() != Kind::kPerson &&
          (word.role == Role::kLegal || other.role == Role::kLegal))
        continue;
      if (is_indexed(relate({query, &word}, {listed, &other}), word, other)) out.related |= 1u << i;
    }
  add_joins(query, listed, out);
  return out;
}

}  // namespace vedette::names
