#include "search/kind_search.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "names/costs.h"
#include "names/score.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using catalogue::NameRecord;
using catalogue::NameWord;
using names::Kind;
using names::NameView;
using names::Role;
using names::Word;

// With this few names to look at, looking up further words costs more than it saves.
constexpr std::uint64_t kFewNames = 400;
// How far ahead names are asked for from memory.
constexpr std::size_t kAhead = 12;
// A query may leave out the letters of this many legal forms and small words in any way.
constexpr std::size_t kMostOptionalInitials = 8;

}  // namespace

KindSearch::KindSearch(const catalogue::Catalogue& catalogue, NameView asked, const Filter& filter,
                       int threshold, Workspace& workspace, Work& work)
    : catalogue_(catalogue),
      asked_(asked),
      filter_(filter),
      threshold_(threshold),
      budget_(costs::kBest - threshold),
      w_(workspace),
      work_(work),
      bound_(asked) {}

void KindSearch::run(std::span<const catalogue::Partition> partitions) {
  const auto& begins = catalogue_.meta().partitions;
  for (const catalogue::Partition partition : partitions) {
    const auto p = static_cast<std::size_t>(partition);
    if (begins[p] < begins[p + 1]) ranges_.push_back({begins[p], begins[p + 1]});
  }
  if (ranges_.empty()) return;
  if (asked_.words().empty() && threshold_ > 0) return;  // nothing to compare: all score 0
  w_.forget_words();
  std::vector<Plan> plans(ranges_.size());
  if (threshold_ > 0) {
    find_joined();
    take_joined_names();
    take_acronyms();
    for (const std::size_t word : words_by_rarity()) {
      find_related(word);
      bool enough = true;
      for (std::size_t r = 0; r < ranges_.size(); ++r) {
        plans[r] = plan(ranges_[r]);
        enough = enough && plans[r].complete && plans[r].names <= kFewNames;
      }
      if (enough) break;
    }
  }
  for (std::size_t r = 0; r < ranges_.size() && !work_.exhausted(); ++r) {
    if (threshold_ <= 0 || too_many_initials_)
      scan(ranges_[r]);
    else if (plans[r].complete)
      follow(plans[r], ranges_[r]);
    else
      look_at_each(ranges_[r]);
  }
}

// Words of the query that carry weight, those with the fewest names first. An initial is never
// looked up: too many words begin with it.
std::vector<std::size_t> KindSearch::words_by_rarity() const {
  const auto words = asked_.words();
  std::vector<std::size_t> order;
  std::array<std::uint64_t, names::kMaxWords> names_with{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (bound_.weight(i) == 0 || words[i].role == Role::kInitial) continue;
    order.push_back(i);
    const std::string_view form = asked_.form(words[i]);
    const catalogue::Key key[] = {catalogue::spelling_key(asked_.kind(), asked_.latin(words[i]))};
    catalogue_.for_word_keys(key, [&](std::uint32_t word) {
      const NameView blob = catalogue_.word(word);
      if (blob.form(blob.words()[0]) == form) names_with[i] += catalogue_.postings(word).size();
    });
  }
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if (names_with[a] != names_with[b]) return names_with[a] < names_with[b];
    return words[a].length > words[b].length;
  });
  return order;
}

std::span<const std::uint32_t> KindSearch::postings(std::uint32_t word, const Range& names) const {
  const auto all = catalogue_.postings(word);
  const auto first = std::ranges::lower_bound(all, names.first);
  const auto last = std::lower_bound(first, all.end(), names.second);
  return {first, last};
}

bool KindSearch::is_complete(const std::array<int, names::kMaxWords>& reach) const {
  std::array<int, names::kMaxWords> least;
  for (std::size_t i = 0; i < least.size(); ++i)
    least[i] = reach[i] + 1;
  return bound_.least_cost_of_rest(least) > budget_;
}

// Follows every word looked up as far as the threshold allows, then draws back where that saves the
// most names, as long as the plan stays complete.
KindSearch::Plan KindSearch::plan(const Range& names) const {
  Plan out;
  out.reach.fill(-1);
  std::vector<std::array<std::uint64_t, kUnrelated>> names_at(asked_.words().size());
  std::vector<std::pair<std::uint64_t, std::size_t>> by_size;
  for (std::size_t i = 0; i < asked_.words().size(); ++i) {
    if (!looked_up_[i]) continue;
    out.reach[i] = budget_;
    names_at[i].fill(0);
    std::uint64_t sum = 0;
    for (const Related& each : related_[i]) {
      const std::uint64_t count = postings(each.word, names).size();
      names_at[i][each.cost] += count;
      sum += count;
    }
    by_size.push_back({sum, i});
  }
  out.complete = is_complete(out.reach);
  if (!out.complete) return out;
  std::ranges::sort(by_size, std::greater<>());
  for (const auto& [size, i] : by_size) {
    for (int reach = -1; reach < budget_; ++reach) {
      // Only where a step changes what is followed.
      if (reach >= 0 && names_at[i][static_cast<std::size_t>(reach)] == 0) continue;
      auto tried = out.reach;
      tried[i] = reach;
      if (!is_complete(tried)) continue;
      out.reach = tried;
      break;
    }
    for (int cost = 0; cost <= out.reach[i]; ++cost)
      out.names += names_at[i][static_cast<std::size_t>(cost)];
  }
  return out;
}

void KindSearch::follow(const Plan& plan, const Range& names) {
  for (const std::uint32_t word : joined_)
    look_at_all(postings(word, names));
  for (std::size_t i = 0; i < asked_.words().size(); ++i) {
    if (plan.reach[i] < 0) continue;
    for (const Related& each : related_[i])
      if (each.cost <= plan.reach[i]) look_at_all(postings(each.word, names));
  }
}

void KindSearch::look_at_all(std::span<const std::uint32_t> names) {
  for (std::size_t i = 0; i < names.size() && !work_.exhausted(); ++i) {
    if (i + 2 * kAhead < names.size()) catalogue_.prefetch_offset(names[i + 2 * kAhead]);
    if (i + kAhead < names.size()) catalogue_.prefetch_name(names[i + kAhead]);
    look_at(names[i]);
  }
}

void KindSearch::look_at(std::uint32_t name) {
  if (!w_.mark(name)) return;
  ++work_.looked_at;
  ++work_.steps;
  const NameRecord& record = catalogue_.name(name);
  if (can_pass(record) && filter_.keeps(record.profile)) take(name);
}

bool KindSearch::can_pass(const NameRecord& record) {
  Candidate candidate;
  candidate.cost.fill(kUnrelated);
  for (const NameWord& each : catalogue::Catalogue::words(record)) {
    const WordFacts& own = facts(each.word);
    if (own.related == 0 && own.joined == 0) {
      candidate.unrelated[candidate.unrelated_count++] = {own.word, each.flags};
      if (!(each.flags & names::kAlternative) || asked_.kind() == Kind::kPerson)
        candidate.left += own.left_weight;
      continue;
    }
    candidate.matched += own.weight;
    candidate.matched_names += own.is_name;
    candidate.joins += own.joined != 0;
    candidate.joined |= own.joined;
    for (std::uint32_t left = own.related; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      candidate.cost[i] = std::min(candidate.cost[i], own.cost[i]);
    }
  }
  return bound_.least_cost(candidate) <= budget_;
}

// Scores a name and keeps it when it passes.
void KindSearch::take(std::uint32_t name) {
  ++work_.scored;
  work_.steps += kStepsPerScore;
  const NameRecord& record = catalogue_.name(name);
  const NameView listed = catalogue_.assemble(name, w_.assembler);
  const names::Score score = names::score(asked_, listed);
  if (score.value < threshold_) return;
  w_.passed.push_back({record.profile, name, record.ordinal, static_cast<std::uint8_t>(score.value),
                       score.truncated, listed.kind()});
}

// For queries of words too common or too light to narrow anything down.
void KindSearch::look_at_each(const Range& names) {
  work_.scanned = true;
  for (std::uint32_t name = names.first; name < names.second && !work_.exhausted(); ++name)
    look_at(name);
}

void KindSearch::scan(const Range& names) {
  work_.scanned = true;
  for (std::uint32_t name = names.first; name < names.second && !work_.exhausted(); ++name) {
    if (!w_.mark(name)) continue;
    ++work_.looked_at;
    ++work_.steps;
    if (filter_.keeps(catalogue_.name(name).profile)) take(name);
  }
}

bool KindSearch::asks_for(std::uint32_t name) const {
  return std::ranges::any_of(
      ranges_, [&](const Range& range) { return name >= range.first && name < range.second; });
}

// Names in which neighbouring words may make up a word of the query: all of them are scored.
void KindSearch::take_joined_names() {
  for (const Word& word : asked_.words()) {
    w_.name_keys.clear();
    catalogue::query_join_keys(asked_, word, w_.name_keys);
    catalogue_.for_name_keys(w_.name_keys.keys(), [&](std::uint32_t name) {
      if (!asks_for(name) || !w_.mark(name)) return;
      if (filter_.keeps(catalogue_.name(name).profile)) take(name);
    });
  }
}

void KindSearch::take_acronyms() {
  if (asked_.kind() != Kind::kOrganisation ||
      budget_ < std::min(costs::kLongAcronym, costs::kShortAcronym))
    return;
  if (catalogue::words_that_count(asked_) != 1) return take_spelled_acronyms();
  const auto words = asked_.words();
  const auto only = std::ranges::find_if_not(words, catalogue::is_left_out_of_initials);
  w_.acronym_keys.clear();
  catalogue::acronym_keys(asked_.latin(*only), w_.acronym_keys);
  catalogue_.for_name_keys(w_.acronym_keys, [&](std::uint32_t name) {
    if (!asks_for(name) || !w_.mark(name)) return;
    if (filter_.keeps(catalogue_.name(name).profile)) take(name);
  });
}

// Listed names of one word that may be the initials of the query.
void KindSearch::take_spelled_acronyms() {
  const catalogue::Initials initials = catalogue::initials_of(asked_);
  const auto optional = static_cast<std::size_t>(
      std::count(initials.optional.begin(), initials.optional.begin() + initials.count, true));
  too_many_initials_ = optional > kMostOptionalInitials;
  if (too_many_initials_ || initials.count == 0) return;
  for (std::size_t choice = 0; choice < (std::size_t{1} << optional); ++choice) {
    std::string letters;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < initials.count; ++i)
      if (!initials.optional[i] || (choice >> seen++ & 1)) letters += initials.letter[i];
    if (letters.size() < catalogue::kShortestAcronym) continue;
    const catalogue::Key key[] = {catalogue::spelling_key(asked_.kind(), letters)};
    w_.found.clear();
    catalogue_.for_word_keys(key, [&](std::uint32_t word) { w_.found.push_back(word); });
    for (const std::uint32_t word : w_.found) {
      const NameView blob = catalogue_.word(word);
      if (blob.latin(blob.words()[0]) != letters) continue;
      for (const std::uint32_t name : catalogue_.postings(word)) {
        const auto others = catalogue::Catalogue::words(catalogue_.name(name));
        const bool alone = std::ranges::all_of(others, [&](const NameWord& other) {
          return other.word == word ||
                 catalogue::is_left_out_of_initials(catalogue_.word(other.word).words()[0]);
        });
        if (!alone || !asks_for(name) || !w_.mark(name)) continue;
        if (filter_.keeps(catalogue_.name(name).profile)) take(name);
      }
    }
  }
}

}  // namespace vedette::search
