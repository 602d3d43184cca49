#include "search/bound.h"

#include <algorithm>

#include "names/comparing/organisation_score.h"
#include "names/comparing/pairing.h"
#include "names/tables/lexicon.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using names::Kind;
using names::Role;
using names::Word;

constexpr int kNever = 1000;
// Upper bound of the weight of a listed word.
constexpr int kHeaviest = costs::kFullWord;
constexpr int kOmissionRate =
    std::min({costs::kOmission, costs::kOmissionFromKnownNames, costs::kOmissionOfSyllable});
// Lower bound of the charge for one omitted unit of weight of an organisation's name, in
// hundredths.
constexpr int kOmissionPerWeight =
    std::min({100 * costs::kOmittedDistinctive / costs::kFullWord,
              100 * costs::kOmittedPlaceInParentheses / costs::kPlaceWeight,
              100 * costs::kOmittedPlace / costs::kPlaceWeight,
              100 * costs::kOmittedNumeral / costs::kNumeralWeight,
              100 * costs::kOmittedBusiness / costs::kBusinessWeight,
              100 * costs::kOmittedBusinessOfListed / costs::kBusinessWeight,
              100 * costs::kOmittedBusinessOfLongName / costs::kBusinessWeight,
              100 * costs::kOmittedGeneric / costs::kGenericWeight});

// Lower bound of the charge for any omission.
constexpr int kLeastOmission =
    std::min({costs::kOmittedBusinessOfLongName, costs::kOmittedDistinctive,
              costs::kOmittedPlaceInParentheses, costs::kOmittedPlace, costs::kOmittedNumeral,
              costs::kOmittedBusiness, costs::kOmittedBusinessOfListed, costs::kOmittedGeneric});

// Omitting two words costs the same when these flags agree.
constexpr std::uint16_t kOmissionFlags = names::kInParentheses | names::kAddress;

// Whether the word can relate to a phrase that narrows it, or can narrow a word (relation.cc).
bool may_narrow(names::NameView query, const Word& word) {
  return word.role != Role::kLegal && std::ranges::any_of(query.rows(word), [](std::uint32_t row) {
           return names::space_of(row) == names::RowSpace::kNarrower;
         });
}

bool same_omission(const Word& a, const Word& b) {
  return a.role == b.role && (a.flags & kOmissionFlags) == (b.flags & kOmissionFlags);
}

}  // namespace

bool may_carry(Role role) {
  return role == Role::kName || role == Role::kNumeral || role == Role::kPlace;
}

bool may_support(Role role) {
  switch (role) {
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

bool is_office(const Word& word) {
  return word.role == Role::kTitle && word.value != 0;
}

Bound::Bound(names::NameView query)
    : query_(query), kind_(query.kind()), count_(query.words().size()) {
  const auto words = query.words();
  for (std::size_t i = 0; i < count_; ++i) {
    weight_[i] = names::left_weight(words[i], words[i].flags, kind_);
    is_name_[i] = may_support(words[i].role);
    may_stand_alone_[i] = words[i].role == Role::kName && (words[i].flags & names::kTailPosition) &&
                          !(words[i].flags & names::kVeryCommon);
    has_office_ = has_office_ || is_office(words[i]);
    // A letter does not. A legal form of several words may have one that a listed name has left.
    carries_ =
        carries_ ||
        (may_carry(words[i].role) && (words[i].role != Role::kName || words[i].length > 1)) ||
        (words[i].role == Role::kLegal && query.form(words[i]).find(' ') != std::string_view::npos);
    if (is_name_[i]) letters_ += words[i].length;
    if (kind_ != Kind::kPerson && may_narrow(query, words[i])) {
      narrows_ = true;
      light_narrows_ = light_narrows_ || weight_[i] == 0;
    }
    if (weight_[i] == 0) {
      extra_ += names::weight_of(words[i], kind_);
      light_names_ += is_name_[i];
      continue;
    }
    total_ += weight_[i];
    extra_ += names::weight_of(words[i], kind_) - weight_[i];
    ++weighty_words_;
    const std::size_t c = class_of(i);
    if (c == class_count_) classes_[class_count_++] = {weight_[i], is_name_[i], &words[i]};
    classes_[c].words[classes_[c].count++] = static_cast<std::uint8_t>(i);
  }
  if (kind_ != Kind::kPerson) note_omissions();
}

std::size_t Bound::class_of(std::size_t word) const {
  std::size_t c = 0;
  while (c < class_count_ &&
         (classes_[c].weight != weight_[word] || classes_[c].is_name != is_name_[word] ||
          (kind_ != Kind::kPerson && !same_omission(*classes_[c].example, query_.words()[word]))))
    ++c;
  return c;
}

void Bound::note_omissions() {
  const int joined = std::max(total_ + extra_, costs::kFullWord * static_cast<int>(count_));
  for (std::size_t c = 0; c < class_count_; ++c) {
    Class& own = classes_[c];
    own.is_address = (own.example->flags & names::kAddress) != 0;
    const Choice all{.met_words = static_cast<int>(count_)};
    for (const Joins joins : {Joins::kNone, Joins::kAny})
      if (!own.is_address)
        own.omission[joins != Joins::kNone] =
            omission_of(*own.example, own.example->flags, matched_by(all, joins));
  }
  for (std::size_t role = 0; role < names::kRoles; ++role)
    for (const bool full : {false, true}) {
      Word word{};
      word.role = static_cast<Role>(role);
      word.length = full ? 2 : 1;
      least_omission_[0][role][full] = least_omission_of(word, total_ + extra_);
      least_omission_[1][role][full] = least_omission_of(word, joined);
    }
}

// Wherever the word stands in the name, other names of the same thing aside.
std::uint8_t Bound::least_omission_of(Word word, int most_matched) const {
  int least = names::omission_cost(word, most_matched, kind_);
  word.flags = names::kInParentheses;
  least = std::min(least, names::omission_cost(word, most_matched, kind_));
  // A line of business may cost less, where the query is one word.
  if (word.role == Role::kBusiness) least = std::min(least, costs::kOmittedBusinessOfListed);
  return static_cast<std::uint8_t>(least);
}

// Lower bound of the charge for a word that only one side of an organisation's name has.
int Bound::omission_of(const Word& word, std::uint16_t place_flags, int matched) const {
  if (place_flags & names::kAlternative) return 0;
  Word placed{};
  placed.role = word.role;
  placed.length = word.length;
  placed.flags = static_cast<std::uint16_t>(word.flags | place_flags);
  return names::omission_cost(placed, matched, kind_);
}

int Bound::contradiction(int contradicted, int matched) const {
  const bool person = kind_ == Kind::kPerson;
  const int least = person ? costs::kContradiction : costs::kOrganisationContradiction;
  return least + costs::kContradictionShare * contradicted / (matched + contradicted + !person);
}

// Tries every number of words to leave out of each class, few of them first: where many words meet
// something, that is most often enough.
class Bound::Walk {
 public:
  Walk(const Bound& bound, const Listed& listed, int limit)
      : bound_(bound), listed_(listed), limit_(limit), joined_(listed.joins != Joins::kNone) {}

  bool run(const MeetingCosts& least) {
    for (std::size_t c = 0; c < bound_.class_count_; ++c)
      add_up(bound_.classes_[c], least, sums_[c]);
    Choice none;
    none.names = bound_.light_names_;
    if (listed_.light_meet_heavy)
      none.met_words = static_cast<int>(bound_.count_ - bound_.weighty_words_);
    return choose(0, none);
  }

 private:
  using Sums = std::array<std::uint16_t, names::kMaxWords + 1>;
  // The cost of meeting the cheapest k words, for every k.
  static void add_up(const Class& own, const MeetingCosts& least, Sums& sums) {
    sums[0] = 0;
    for (std::size_t k = 0; k < own.count; ++k) {
      const std::uint16_t cost = least[own.words[k]];
      std::size_t at = k + 1;
      for (; at > 1 && sums[at - 1] > cost; --at)
        sums[at] = sums[at - 1];
      sums[at] = cost;
    }
    for (std::size_t k = 1; k <= own.count; ++k)
      sums[k] = static_cast<std::uint16_t>(sums[k] + sums[k - 1]);
  }

  bool choose(std::size_t c, const Choice& choice) const {
    if (c == bound_.class_count_) return choice.cost + bound_.charge_of(choice, listed_) <= limit_;
    const Class& own = bound_.classes_[c];
    const auto count = static_cast<int>(own.count);
    // The cheapest k meet something, the others nothing.
    for (int k = count; k >= 0; --k) {
      Choice next = choice;
      next.cost += sums_[c][static_cast<std::size_t>(k)];
      next.omitted += own.omission[joined_] * (count - k);
      // An address of the query costs the same whatever its words: it is added once, and only where
      // nothing of the listed name is left, else there is a contradiction, which costs more.
      if (own.is_address && k < count && !next.address) {
        next.address = true;
        next.omitted += costs::kOmittedAddress;
      }
      if (next.cost + next.omitted > limit_) continue;
      next.left += own.weight * (count - k);
      next.names += own.is_name ? k : 0;
      next.met_words += k;
      if (choose(c + 1, next)) return true;
    }
    return false;
  }

  const Bound& bound_;
  const Listed& listed_;
  int limit_;
  bool joined_;
  std::array<Sums, names::kMaxWords> sums_;  // by class
};

int Bound::charge_of(const Choice& choice, const Listed& listed) const {
  return kind_ == Kind::kPerson ? person_charge(choice, listed)
                                : organisation_charge(choice, listed);
}

// Upper bound of the weight that matches. Joined words count as a full name, and no meeting counts
// more.
int Bound::matched_by(const Choice& choice, Joins joins) const {
  return joins != Joins::kNone ? costs::kFullWord * choice.met_words
                               : total_ + extra_ - choice.left;
}

// Lower bound of the weight of the listed words that are left over. One word meets one word, or
// several neighbours that are written as one.
int Bound::left_by(const Choice& choice, const Listed& listed, int aside) const {
  int met = choice.met_words;
  // Two words of the query meet one listed word. Each may also occur on its own, which is a
  // repetition and not left over.
  if (listed.joins == Joins::kOfQuery) met += met / 2;
  if (listed.joins == Joins::kAny) met *= static_cast<int>(names::kLongestJoin);
  return std::max(listed.left, listed.weight - kHeaviest * (met + aside));
}

int Bound::charge_for_edits(int edits) const {
  if (weighty_words_ != 1 || extra_ != 0) return 0;
  const bool lone = light_names_ == 0;
  const int one = lone ? costs::kLoneWordLettersForOneEdit : costs::kLettersForOneEdit;
  const int lone_two = kind_ == Kind::kPerson ? costs::kLoneWordLettersForTwoEdits
                                              : costs::kLoneWordLettersForTwoLightEdits;
  const int two = lone ? lone_two : costs::kLettersForTwoEdits;
  return letters_ < (edits == 1 ? one : two) ? costs::kEditInShortName : 0;
}

int Bound::person_charge(const Choice& choice, const Listed& listed) const {
  const int matched = matched_by(choice, listed.joins);
  if (matched <= 0) return kNever;  // nothing is shared
  const int left = left_by(choice, listed);
  const int contradicted = std::min(choice.left, left);
  const int larger = std::max(choice.left, left);
  int charge = kOmissionRate * larger / matched;
  if (choice.names < 2 && listed.joins == Joins::kNone && larger > costs::kInitialWeight)
    charge += costs::kLoneName;
  if (contradicted > 0) {
    // More may be left over on the listed side than is known; then less of the query contradicts
    // it.
    const int surplus = std::max(0, left - choice.left);
    charge =
        std::max(charge, contradiction(contradicted, matched) + kOmissionRate * surplus / matched);
  }
  // Nothing but initials and small words is met.
  if (choice.names == light_names_ && listed.joins == Joins::kNone) charge += costs::kInitialsOnly;
  return charge;
}

// A listed word that meets nothing is put aside, and not left over, where a word of the query
// narrows it or is narrowed by it: "Commercial Bank Lanta Bank". Each such word is charged and
// weighs a full word at most. Their number is not known, so the bound takes the number that costs
// least. More of them leave less over; once nothing more can be saved, the loop ends.
int Bound::organisation_charge(const Choice& choice, const Listed& listed) const {
  const int matched = matched_by(choice, listed.joins);
  if (matched <= 0) return kNever;
  const bool puts_aside = narrows_ && listed.may_put_aside;
  int least = kNever;
  for (int aside = 0; aside * costs::kNarrower < least; ++aside) {
    const int left = left_by(choice, listed, aside);
    least = std::min(least, organisation_charge(choice, listed, {matched, left, aside}));
    if (!puts_aside || left == listed.left) break;
  }
  return least;
}

int Bound::organisation_charge(const Choice& choice, const Listed& listed,
                               const Leaving& leaving) const {
  const int left = leaving.left;
  const int omitted = std::max(
      listed.omitted, left > 0 ? std::max(kLeastOmission, kOmissionPerWeight * left / 100) : 0);
  const int aside = leaving.aside * costs::kNarrower;
  // Common words alone carry a match only where nothing of the listed name is left over.
  const int generic = left > 0 && !carries_ && !listed.may_carry ? costs::kGenericOnly : 0;
  if (choice.left > 0 && left > 0)
    return generic + std::max({contradiction(std::min(choice.left, left), leaving.matched), omitted,
                               choice.omitted, aside});
  return choice.omitted + omitted + aside + generic;
}

// One side is an office and a family name, the other has more names.
bool Bound::may_be_office_and_name(const MeetingCosts& least, const Listed& listed) const {
  if (kind_ != Kind::kPerson) return false;
  for (std::size_t i = 0; i < count_; ++i) {
    if (!may_stand_alone_[i] || least[i] > 0) continue;
    const bool listed_is_office =
        listed.weight <= names::weight_of(query_.words()[i], kind_) && listed.left == 0;
    const bool query_is_office = has_office_ && weighty_words_ == 1;
    if (listed_is_office || query_is_office) return true;
  }
  return false;
}

bool Bound::may_cost(const MeetingCosts& least, const Listed& listed, int limit) const {
  return Walk(*this, listed, limit).run(least) ||
         (costs::kOfficeAndName <= limit && may_be_office_and_name(least, listed));
}

int Bound::least_cost(const Candidate& candidate) const {
  return kind_ == Kind::kPerson ? least_person_cost(candidate) : least_organisation_cost(candidate);
}

int Bound::least_person_cost(const Candidate& c) const {
  int left = 0;
  int matched = 0;
  int matched_names = 0;
  int met_words = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (c.cost[i] == kUnrelated && !(c.joined >> i & 1)) {
      left += weight_[i];
    } else {
      ++met_words;
      matched += names::weight_of(query_.words()[i], kind_);
      matched_names += is_name_[i];
    }
  }
  // Joined words may count as a full name more than they weigh.
  const int most = std::max(1, std::min(matched, c.matched) + costs::kFullWord * c.joins);
  const int left_listed = std::max(c.left, c.weight - kHeaviest * met_words);
  const int contradicted = contradiction(std::max(1, std::min(left, left_listed)), most);
  if (left > 0 && left_listed > 0) return contradicted;
  // Where listed words are left for certain, a word of the query that is left as well is a
  // contradiction.
  int cost = 0;
  for (std::size_t i = 0; i < count_; ++i)
    if (c.cost[i] != kUnrelated && !(c.joined >> i & 1) && weight_[i] > 0)
      cost +=
          left_listed > 0 ? c.cost[i] : std::min<int>(c.cost[i], kOmissionRate * weight_[i] / most);
  const int omitted = std::max(left, left_listed);
  int penalty = kOmissionRate * omitted / most;
  const bool lone = c.joins == 0 && std::min(matched_names, c.matched_names) < 2;
  if (lone && omitted > costs::kInitialWeight) penalty += costs::kLoneName;
  // Words that relate may still meet nothing, where others are before them; and an office with a
  // family name costs the same whatever else is left out.
  const int least = std::min(cost + penalty, contradicted);
  const bool office = c.stands_alone && (has_office_ || c.office);
  return office ? std::min(least, costs::kOfficeAndName) : least;
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
  if (most == 0) return kNever;
  const int contradicted = contradiction(std::max(1, std::min(left, c.left)), most);
  if (left > 0 && c.left > 0) return contradicted;
  int cost = 0;
  int address = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (weight_[i] == 0 || (c.joined >> i & 1)) continue;
    if (words[i].flags & names::kAddress)
      address = std::max(address, std::min<int>(c.cost[i], costs::kOmittedAddress));
    else
      cost += std::min<int>(c.cost[i], omission_of(words[i], words[i].flags, most));
  }
  cost += address;
  for (std::size_t i = 0; i < c.unrelated_count; ++i) {
    const Word& word = *c.unrelated[i].word;
    const int omission = omission_of(word, c.unrelated[i].place_flags, most);
    // A line of business may cost less, where the query is one word.
    cost += word.role == Role::kBusiness ? std::min(omission, costs::kOmittedBusinessOfListed)
                                         : omission;
  }
  return std::min(cost, contradicted);
}

}  // namespace vedette::search
