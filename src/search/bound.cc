#include "search/bound.h"

#include <algorithm>

#include "names/organisation_score.h"
#include "names/pairing.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using names::Kind;
using names::Role;
using names::Word;

constexpr int kNever = 1000;
// No word that carries identity weighs less.
constexpr int kLightestOfPerson = std::min(
    {costs::kFullWord, costs::kInitialWeight, costs::kServantWeight, costs::kTitleNameWeight});
constexpr int kLightestOfOrganisation =
    std::min({costs::kFullWord, costs::kBusinessWeight, costs::kGenericWeight, costs::kPlaceWeight,
              costs::kNumeralWeight, costs::kLetterWeight});

// What a word that only one side has costs an organisation, at least.
int omission(const Word& word, std::uint16_t place_flags, int matched, Kind kind) {
  if (place_flags & names::kAlternative) return 0;
  Word placed{};
  placed.role = word.role;
  placed.length = word.length;
  placed.flags = static_cast<std::uint16_t>(word.flags | place_flags);
  return names::omission_cost(placed, matched, kind);
}

}  // namespace

bool may_support(const Word& word) {
  switch (word.role) {
    case Role::kInitial:
    case Role::kTitle:
    case Role::kSuffix:
    case Role::kLegal:
    case Role::kGeneration:
      return false;
    default:
      return true;
  }
}

int left_weight(const Word& word, std::uint16_t place_flags, Kind kind) {
  if (kind == Kind::kPerson) {
    const bool counts =
        word.role == Role::kName || word.role == Role::kCompound || word.role == Role::kInitial;
    return counts ? names::weight_of(word, kind) : 0;
  }
  return place_flags & names::kAlternative ? 0 : names::weight_of(word, kind);
}

Bound::Bound(names::NameView query)
    : query_(query), kind_(query.kind()), count_(query.words().size()) {
  const auto words = query.words();
  for (std::size_t i = 0; i < count_; ++i) {
    weight_[i] = left_weight(words[i], words[i].flags, kind_);
    total_ += weight_[i];
    is_name_[i] = may_support(words[i]);
    if (is_name_[i] && weight_[i] == 0) ++light_names_;
    may_stand_alone_[i] = words[i].role == Role::kName && (words[i].flags & names::kTailPosition) &&
                          !(words[i].flags & names::kVeryCommon);
  }
}

int Bound::contradiction(int contradicted, int matched) const {
  const bool person = kind_ == Kind::kPerson;
  const int least = person ? costs::kContradiction : costs::kOrganisationContradiction;
  return least + costs::kContradictionShare * contradicted / (matched + contradicted + !person);
}

int Bound::least_cost(const Candidate& candidate) const {
  return kind_ == Kind::kPerson ? least_person_cost(candidate) : least_organisation_cost(candidate);
}

int Bound::least_person_cost(const Candidate& c) const {
  int left = 0;
  int matched = 0;
  int matched_names = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (c.cost[i] == kUnrelated && !(c.joined >> i & 1)) {
      left += weight_[i];
    } else {
      matched += names::weight_of(query_.words()[i], kind_);
      matched_names += is_name_[i];
    }
  }
  // Joined words may count as a full name more than they weigh.
  const int most = std::max(1, std::min(matched, c.matched) + costs::kFullWord * c.joins);
  const int contradicted = contradiction(std::max(1, std::min(left, c.left)), most);
  if (left > 0 && c.left > 0) return contradicted;
  int cost = 0;
  for (std::size_t i = 0; i < count_; ++i)
    if (c.cost[i] != kUnrelated && !(c.joined >> i & 1) && weight_[i] > 0)
      cost += std::min<int>(c.cost[i], costs::kOmission * weight_[i] / most);
  const int omitted = std::max(left, c.left);
  int penalty = costs::kOmission * omitted / most;
  const bool lone = c.joins == 0 && std::min(matched_names, c.matched_names) < 2;
  if (lone && omitted > costs::kInitialWeight) penalty += costs::kLoneName;
  if (omitted > 0) penalty = std::min(penalty, costs::kOfficeAndName);
  return std::min(cost + penalty, contradicted);
}

int Bound::least_organisation_cost(const Candidate& c) const {
  const auto words = query_.words();
  int left = 0;
  int matched = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (c.cost[i] == kUnrelated && !(c.joined >> i & 1))
      left += weight_[i];
    else
      matched += names::weight_of(words[i], kind_);
  }
  const int most = std::min(matched, c.matched) + costs::kFullWord * c.joins;
  const int contradicted = contradiction(std::max(1, std::min(left, c.left)), most);
  if (left > 0 && c.left > 0) return contradicted;
  int cost = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (weight_[i] == 0 || (c.joined >> i & 1)) continue;
    cost += std::min<int>(c.cost[i], omission(words[i], words[i].flags, most, kind_));
  }
  for (std::size_t i = 0; i < c.unrelated_count; ++i)
    cost += omission(*c.unrelated[i].word, c.unrelated[i].place_flags, most, kind_);
  return std::min(cost, contradicted);
}

// What it costs a person's name at least that words of weight `left` meet nothing.
int Bound::person_penalty(int left, bool lone) const {
  if (left == 0) return 0;
  const int matched = std::max(1, total_ - left);
  int best = costs::kOmission * left / matched;
  if (lone && left > costs::kInitialWeight) best += costs::kLoneName;
  for (int contradicted = std::min(left, kLightestOfPerson); contradicted <= left; ++contradicted)
    best = std::min(best, contradiction(contradicted, matched) +
                              costs::kOmission * (left - contradicted) / matched);
  return best;
}

int Bound::least_cost_of_rest(const std::array<int, names::kMaxWords>& least) const {
  // saved[names][w]: the most that can be saved by leaving out words of weight w altogether, when
  // that many names stay in (2 for more).
  constexpr std::size_t kMostWeight = names::kMaxWords * costs::kFullWord;
  std::array<std::array<int, kMostWeight + 1>, 3> saved;
  for (auto& row : saved)
    std::fill_n(row.begin(), total_ + 1, -kNever * 100);
  // Words without weight may support others, whether they are looked up or not.
  saved[std::min<std::size_t>(light_names_, 2)][0] = 0;
  int all = 0;
  int omitted = 0;
  int alone = kNever;
  for (std::size_t i = 0; i < count_; ++i) {
    if (weight_[i] == 0) continue;
    const int own = least[i];
    const auto weight = static_cast<std::size_t>(weight_[i]);
    all += own;
    if (may_stand_alone_[i] && own <= 0) alone = costs::kOfficeAndName;
    if (kind_ != Kind::kPerson)
      omitted += std::min(own, omission(query_.words()[i], query_.words()[i].flags, total_, kind_));
    const auto before = saved;
    for (std::size_t w = 0; w <= static_cast<std::size_t>(total_); ++w)
      for (std::size_t n = 0; n < 3; ++n) {
        int best = -kNever * 100;
        if (w >= weight) best = before[n][w - weight] + own;
        // The word stays in: one name more than before.
        if (!is_name_[i]) best = std::max(best, before[n][w]);
        if (is_name_[i] && n > 0) best = std::max(best, before[n - 1][w]);
        if (is_name_[i] && n == 2) best = std::max(best, before[2][w]);
        saved[n][w] = best;
      }
  }
  int cost = kind_ == Kind::kPerson ? kNever : omitted;
  for (int left = 0; left <= total_; ++left)
    for (std::size_t n = 0; n < 3; ++n) {
      const int met = all - saved[n][static_cast<std::size_t>(left)];
      if (met > kNever * 10) continue;
      if (kind_ == Kind::kPerson)
        cost = std::min(cost, met + person_penalty(left, n < 2));
      else if (left > 0)
        cost = std::min(
            cost, met + contradiction(std::min(left, kLightestOfOrganisation), total_ - left));
    }
  return std::min(cost, alone);
}

}  // namespace vedette::search
