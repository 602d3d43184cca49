// The part of KindSearch that decides which words are followed.
#include <algorithm>
#include <bit>

#include "catalogue/sketch.h"
#include "names/tables/costs.h"
#include "search/kind_search.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using catalogue::Posting;
using catalogue::Reach;
using names::Role;
using names::Word;

// To look for two edits of a word only to tell names apart pays where there are so many names for
// each entry of the index.
constexpr std::uint64_t kNamesPerFarEntry = 32;
// There is no other way where no further word can be followed.
constexpr std::uint64_t kNoOther = ~std::uint64_t{0};
// With more names to follow than this, further words are looked up to tell them apart.
constexpr std::uint64_t kSomeNames = 200;
constexpr std::size_t kMostWordsToTellApart = 5;

}  // namespace

// Gallops from the end: the first partition has most postings, and most partitions end and begin
// near the end.
std::size_t KindSearch::count_below(std::span<const Posting> all, std::uint32_t name) {
  std::size_t above = 0;  // so many of the last ones are not below
  std::size_t step = 1;
  while (above + step <= all.size() && all[all.size() - above - step].name >= name) {
    above += step;
    step *= 2;
  }
  const std::size_t first = all.size() - std::min(all.size(), above + step);
  const auto rest = all.subspan(first, all.size() - above - first);
  return first + static_cast<std::size_t>(std::ranges::lower_bound(rest, name, {}, &Posting::name) -
                                          rest.begin());
}

std::span<const Posting> KindSearch::postings(std::uint32_t word, const Range& range) const {
  const auto all = catalogue_.postings(word);
  if (range.is_whole) return all;
  // Most words are of one partition.
  if (all.empty() || (all.front().name >= range.first && all.back().name < range.last)) return all;
  const std::size_t end = count_below(all, range.last);
  const std::size_t begin = count_below(all.first(end), range.first);
  return all.subspan(begin, end - begin);
}

// The least cost of a relation of word i that was not found. A single initial of the query costs
// more where no listed name has initials.
std::uint8_t KindSearch::cost_beyond(std::size_t i, const Range& range) const {
  if (!words_[i].looked_up) return 0;
  if (is_only_initial(i, range)) return costs::kInitial;
  return words_[i].beyond;
}

// And of one that was found: an initial meets its like only where listed names have initials.
std::uint8_t KindSearch::cost_of_found(std::size_t i, const Range& range) const {
  return range.has_initials ? words_[i].least : words_[i].least_of_words;
}

MeetingCosts KindSearch::nothing_known(const Range& range) const {
  MeetingCosts least;
  least.fill(0);
  for (const std::size_t i : order_)
    least[i] = std::min(cost_of_found(i, range), cost_beyond(i, range));
  return least;
}

// Finds words to follow so that no other name can pass; there may be none such.
void KindSearch::make_plan(Range& range) {
  std::vector<std::pair<std::uint64_t, std::size_t>> by_names;
  for (const std::size_t i : order_)
    by_names.push_back({words_[i].names, i});  // of all partitions: near enough to choose by
  std::ranges::sort(by_names);
  MeetingCosts least = nothing_known(range);
  bool complete = is_complete(least);
  for (std::size_t k = 0; k < by_names.size() && !complete; ++k) {
    const std::size_t i = by_names[k].second;
    look_up(i, Reach::kOneEdit);
    least[i] = cost_beyond(i, range);
    range.steps.push_back({.word = i});
    complete = is_complete(least);
    const std::uint64_t next = k + 1 < by_names.size() ? by_names[k + 1].first : kNoOther;
    if (!complete && next > kSomeNames) complete = take_two_edits(range.steps, least, next);
  }
  range.planned = complete;
  if (!complete) return;
  std::uint64_t names = 0;
  for (const Step& step : range.steps)
    names += words_[step.word].names;
  for (const std::uint32_t word : joined_)
    names += postings(word, range).size();
  if (names <= kSomeNames) return;
  const std::size_t count = std::min(by_names.size(), kMostWordsToTellApart);
  for (std::size_t k = range.steps.size(); k < count; ++k)
    look_up(by_names[k].second, Reach::kOneEdit);
  for (std::size_t k = 0; k < count; ++k)
    if (entries_of_two_edits(by_names[k].second) < names / kNamesPerFarEntry)
      look_up_far(by_names[k].second);
  look_up_light();
}

// Looks for two edits of the first words, as many as it takes. False, and nothing is looked up,
// when that is not enough, or when it would take longer than to follow
// so many names.
bool KindSearch::take_two_edits(const std::vector<Step>& steps, MeetingCosts least,
                                std::uint64_t most) {
  std::uint64_t effort = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const std::size_t i = steps[k].word;
    if (query_.words()[i].role == Role::kInitial) continue;
    least[i] = kUnrelated;
    effort += effort_of_two_edits(i);
    if (effort > most) return false;
    if (!is_complete(least)) continue;
    for (std::size_t j = 0; j <= k; ++j)
      look_up(steps[j].word, Reach::kTwoEdits);
    return true;
  }
  return false;
}

// How far each step has to go, when the steps before it have found nothing in a name. All words are
// looked up by now.
void KindSearch::set_reaches(Range& range) const {
  MeetingCosts least = range.unknown = nothing_known(range);
  for (const std::size_t i : order_)
    range.beyond[i] = cost_beyond(i, range);
  for (Step& step : range.steps) {
    const std::size_t i = step.word;
    // The dearest relation that may still be part of a name that passes.
    int low = -1;
    int high = budget_;
    while (low < high) {
      const int middle = (low + high + 1) / 2;
      least[i] = static_cast<std::uint8_t>(middle);
      if (bound_.may_cost(least, {}, budget_))
        low = middle;
      else
        high = middle - 1;
    }
    step.reach = low;
    step.least = least;
    step.most_weight.fill(Step::kNotKnown);
    least[i] = static_cast<std::uint8_t>(std::min<int>(step.reach + 1, cost_beyond(i, range)));
  }
}

// The heaviest name that can pass, as it is sketched, when it is found by a word that costs so
// much. It may have another that costs less, but then it is found by that one; or one that was not
// found.
std::uint8_t KindSearch::most_weight(Step& step, std::uint8_t cost, const Range& range) const {
  std::uint8_t& known = step.most_weight[cost];
  if (known != Step::kNotKnown) return known;
  MeetingCosts least = step.least;
  least[step.word] = std::min(cost, range.beyond[step.word]);
  Listed listed;
  int low = 0;
  int high = catalogue::kMostWeight;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    listed.weight = middle * catalogue::kWeightUnit;
    if (bound_.may_cost(least, listed, budget_))
      low = middle;
    else
      high = middle - 1;
  }
  return known = static_cast<std::uint8_t>(low);
}

// What the words of the query cost at least where these were found in a name. Any of them may be
// joined, if some are.
MeetingCosts KindSearch::costs_by_hits(std::uint8_t hits, Joins joins, const Range& range) const {
  MeetingCosts least = range.unknown;
  for (const std::size_t i : order_) {
    if (!(hits & hit_bit_[i]))
      least[i] = range.beyond[i];
    else if (joins != Joins::kNone)
      least[i] = 0;
  }
  return least;
}

bool KindSearch::work_out_weight(std::uint8_t weight, std::uint8_t hits, Joins joins,
                                 const Range& range) const {
  MeetingCosts least = costs_by_hits(hits, joins, range);
  if (joins == Joins::kNone)
    for (const std::size_t i : order_)
      if (words_[i].far && !(hits & hit_bit_[i])) least[i] = kUnrelated;
  Listed listed;
  listed.weight = weight * catalogue::kWeightUnit;
  listed.joins = joins;
  listed.light_meet_heavy = joins != Joins::kNone || light_bit_ == 0 || (hits & light_bit_);
  listed.may_put_aside =
      joins != Joins::kNone || aside_bit_ == 0 || (hits & aside_bit_) || !bound_.knows_put_aside();
  return bound_.may_cost(least, listed, budget_);
}

bool KindSearch::may_pass(const Known& known, const Range& range) const {
  // More than any threshold allows is all the same.
  const int omitted =
      query_.kind() == names::Kind::kPerson ? 0 : std::min(known.omitted(), costs::kBest + 1);
  const std::uint64_t key =
      std::uint64_t{known.hits} | std::uint64_t{known.near} << 8 |
      std::uint64_t{known.weight} << 24 | static_cast<std::uint64_t>(known.left()) << 32 |
      static_cast<std::uint64_t>(known.joins) << 40 | std::uint64_t{known.may_carry} << 42 |
      static_cast<std::uint64_t>(omitted) << 48;
  return w_.decisions.decide(key, range.number, [&] { return work_out(known, omitted, range); });
}

bool KindSearch::work_out(const Known& known, int omitted, const Range& range) const {
  MeetingCosts least = costs_by_hits(known.hits, known.joins, range);
  for (const std::size_t i : order_)
    if (!((known.hits | known.near) & hit_bit_[i])) least[i] = kUnrelated;
  Listed listed;
  listed.weight = known.weight * catalogue::kWeightUnit;
  listed.left = known.left();
  listed.omitted = omitted;
  listed.joins = known.joins;
  // Words without weight may be among those that are joined.
  listed.light_meet_heavy = known.joins != Joins::kNone || (known.near & Workspace::kMeetsLight);
  listed.may_carry = known.may_carry;
  listed.may_put_aside = (known.near & Workspace::kPutAside) || !bound_.knows_put_aside();
  return bound_.may_cost(least, listed, budget_);
}

}  // namespace vedette::search
