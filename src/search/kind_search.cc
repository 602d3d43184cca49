#include "search/kind_search.h"

#include <algorithm>
#include <bit>

#include "base/prefetch.h"
#include "catalogue/sketch.h"
#include "names/comparing/score.h"
#include "names/tables/costs.h"
#include "search/prefetch_ahead.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using catalogue::NameRecord;
using catalogue::NameWord;
using names::Kind;
using names::NameView;
using names::Role;
using names::Word;

}  // namespace

KindSearch::KindSearch(const catalogue::Catalogue& catalogue, NameView query, const Filter& filter,
                       int threshold, Workspace& workspace, Work& work)
    : catalogue_(catalogue),
      query_(query),
      filter_(filter),
      threshold_(threshold),
      budget_(costs::kBest - threshold),
      w_(workspace),
      work_(work),
      bound_(query) {}

void KindSearch::run(std::span<const catalogue::Partition> partitions) {
  shelf_ = catalogue::shelf_of(partitions.front());
  note_words();
  set_ranges(partitions);
  if (ranges_.empty()) return;
  if (query_.words().empty() && threshold_ > 0) return;  // nothing to compare: all score 0
  w_.forget_words();
  w_.likely.clear();
  if (threshold_ <= 0) {
    for (const Range& range : ranges_)
      scan(range);
    return;
  }
  look_up_alike();
  find_joined();
  for (Range& range : ranges_)
    make_plan(range);
  note_sign_tests();
  for (Range& range : ranges_)
    set_reaches(range);
  take_joined_names();
  take_acronyms();
  take_by_letters();
  take_identical();
  for (Range& range : ranges_) {
    if (work_.exhausted()) return;
    follow_joined(range);
    if (!range.planned) look_at_each(range);
    for (std::size_t s = 0; s < range.steps.size() && range.planned; ++s)
      follow(range.steps[s], range);
    decide_likely(range);
  }
}

// Whether listed names have initials matters only where the query has one: else neighbouring
// partitions are one range.
void KindSearch::set_ranges(std::span<const catalogue::Partition> partitions) {
  const catalogue::Meta& meta = catalogue_.meta();
  ranges_.reserve(partitions.size());
  for (const catalogue::Partition partition : partitions) {
    const bool has_initials = partition == catalogue::Partition::kPersonWithInitial ||
                              partition == catalogue::Partition::kUnknownAsPersonWithInitial;
    if (!meta.has_names(partition)) continue;
    const std::uint32_t first = meta.first_name(partition);
    const std::uint32_t last = meta.end_of_names(partition);
    if (initials_ == 0 && !ranges_.empty() && ranges_.back().last == first) {
      ranges_.back().second = first;
      ranges_.back().last = last;
    } else {
      ranges_.emplace_back(first, last, has_initials).number = w_.decisions.new_range();
    }
  }
  if (ranges_.size() == 1) ranges_.front().is_whole = true;
}

// First pruning pass: keeps the names that can pass by the words found so far, one byte per word.
// Most names end here. A query follows dozens of words. Most words have few names; most names
// belong to the few words that have hundreds.
void KindSearch::follow(Step& step, Range& range) {
  // Words beyond the reach of the step are not even prefetched.
  w_.followed.clear();
  for (const Related& each : w_.related[step.word])
    if (each.cost <= step.reach) w_.followed.push_back(each);
  const std::uint8_t* found = w_.all_wide_hits();
  const WeightLimits& limits = range.limits[static_cast<std::size_t>(Joins::kNone)];
  for (std::size_t k = 0; k < w_.followed.size() && !work_.exhausted(); ++k) {
    prefetch_ahead(w_.followed, k, kAhead,
                   [&](const Related& each) { catalogue_.prefetch_postings(each.word); });
    const auto [word, cost] = w_.followed[k];
    const std::uint8_t heaviest = most_weight(step, cost, range);
    const std::uint8_t own = found[word];
    const auto all = postings(word, range);
    // Postings of a partition are ordered by weight. For a few postings the search for the border
    // costs more than it saves.
    const bool few = all.size() <= kFewPostings;
    std::size_t end =
        few || range.second == range.last ? all.size() : count_below(all, range.second);
    std::size_t passed_over = 0;
    LikelyName* next = w_.likely.room_for(all.size());
    for (std::size_t at = 0; at < all.size(); at = end, end = all.size()) {
      const std::size_t first = at;
      for (; at < end; ++at) {
        const catalogue::Posting& posting = all[at];
        if (at + kPostingsAhead < all.size()) base::prefetch(&posting + kPostingsAhead);
        const std::uint8_t weight = catalogue::sketched_weight(posting.sketch);
        if (weight > heaviest) {
          if (few) continue;
          break;  // so are all that follow
        }
        static_assert(catalogue::kOtherWords == 3);
        std::uint8_t hits =
            own | found[posting.others[0]] | found[posting.others[1]] | found[posting.others[2]];
        if (const auto rest = catalogue::Rest::of_sketch(posting.sketch); !rest.is_none())
            [[unlikely]]
          hits = static_cast<std::uint8_t>(hits | wide_hits(rest));
        if (!limits[hits].fails(weight) && may_weigh(weight, hits, Joins::kNone, range))
          *next++ = {&posting, word};
      }
      passed_over += at - first;
    }
    count_postings(passed_over);
    catalogue_.prefetch_word_sign(word);
    w_.likely.end_at(next);
    if (w_.likely.size() >= kLikelyAtOnce) decide_likely(range);
  }
}

// Second pruning pass, for the names of many words at once: most words have too few names for a
// prefetch to arrive in time.
void KindSearch::decide_likely(Range& range) {
  w_.kept.clear();
  const auto likely = w_.likely.all();
  Known known_of_word;
  std::uint8_t own_open = 0;
  for (std::size_t k = 0; k < likely.size(); ++k) {
    prefetch_ahead(likely, k, kAhead,
                   [&](const LikelyName& each) { prefetch_likely(*each.posting); });
    const auto& [posting_at, word] = likely[k];
    const catalogue::Posting& posting = *posting_at;
    if (k == 0 || word != likely[k - 1].word) {
      const Met met = met_by(word);
      known_of_word = {};
      note_word(word, met.hits, met.near, known_of_word);
      own_open = has_to_be_read(met.near) ? KeptName::kOwnWord : 0;
    }
    KeptName kept{posting_at, word, own_open};
    if (!likely_can_pass(kept, known_of_word, range)) continue;
    w_.prefetch_mark(posting.name);
    catalogue_.prefetch_offset(posting.name);
    kept.for_each_open([&](std::uint32_t other) { catalogue_.prefetch_word_offset(other); });
    w_.kept.push_back(kept);
    if (w_.kept.size() > kAhead) prefetch_kept(w_.kept[w_.kept.size() - 1 - kAhead]);
  }
  w_.likely.clear();
  const std::size_t kept = w_.kept.size();
  for (std::size_t k = kept - std::min(kept, kAhead); k < kept; ++k)
    prefetch_kept(w_.kept[k]);
  for (std::size_t k = 0; k < kept && !work_.exhausted(); ++k) {
    prefetch_ahead(w_.kept, k, kAhead, [&](const KeptName& each) { prefetch_words_of_kept(each); });
    // A name is found once per word; only the first time counts.
    const catalogue::Posting& posting = *w_.kept[k].posting;
    if (w_.mark(posting.name) && passes_compared(w_.kept[k], range)) look_closely_later(posting);
  }
  look_closely_at_all();
}

void KindSearch::look_closely_later(const catalogue::Posting& posting) {
  catalogue_.prefetch_name(posting.name);
  w_.closer.push_back({posting.name, catalogue::sketched_weight(posting.sketch)});
  if (w_.closer.size() == kAtOnce) look_closely_at_all();
}

// Prefetches what passes_compared() needs in two steps: first the address, then the content.
void KindSearch::prefetch_kept(const KeptName& kept) const {
  if (kept.open == KeptName::kUnknown) catalogue_.prefetch_name(kept.posting->name);
}
void KindSearch::prefetch_words_of_kept(const KeptName& kept) const {
  kept.for_each_open([&](std::uint32_t other) { catalogue_.prefetch_word(other); });
  if (kept.open != KeptName::kUnknown) return;
  for (const NameWord& each : catalogue::Catalogue::words(catalogue_.name(kept.posting->name))) {
    w_.prefetch_hits(each.word);
    catalogue_.prefetch_word_sign(each.word);
  }
}

// Compares the words whose signatures leave something open. Reads the name only where the posting
// does not have all of them.
bool KindSearch::passes_compared(const KeptName& kept, Range& range) {
  if (kept.open == 0) return true;  // likely_can_pass() knew all of it
  const std::uint8_t weight = catalogue::sketched_weight(kept.posting->sketch);
  if (kept.open == KeptName::kUnknown)
    return passes_found_words({kept.posting->name, weight}, range);
  Known known{.weight = weight};
  catalogue::for_each_word(*kept.posting, kept.word, [&](std::uint32_t each) {
    note_word(each, w_.hits(each), compared_near_words(each), known);
  });
  return may_pass(known, range);
}

// A batch, so that the prefetches of one name arrive while others are compared.
void KindSearch::look_closely_at_all() {
  const auto words_of = [&](const WeighedName& each) {
    return catalogue::Catalogue::words(catalogue_.name(each.name));
  };
  for (const WeighedName& name : w_.closer)
    for (const NameWord& each : words_of(name)) {
      catalogue_.prefetch_word_sign(each.word);
    }
  std::erase_if(w_.closer, [&](const WeighedName& name) { return !passes_closely(name); });
  for (const WeighedName& name : w_.closer) {
    catalogue_.prefetch_facts(catalogue_.name(name.name).profile);
    for (const NameWord& each : words_of(name))
      catalogue_.prefetch_word_offset(each.word);
  }
  std::erase_if(w_.closer, [&](const WeighedName& name) {
    return !filter_.keeps(catalogue_.name(name.name).profile);
  });
  for (std::size_t k = 0; k < w_.closer.size() && !work_.exhausted(); ++k) {
    prefetch_ahead(w_.closer, k, kAhead, [&](const WeighedName& name) {
      for (const NameWord& each : words_of(name))
        catalogue_.prefetch_word(each.word);
    });
    take(w_.closer[k].name);
  }
  w_.closer.clear();
}

// Prefetches what likely_can_pass() needs.
void KindSearch::prefetch_likely(const catalogue::Posting& posting) const {
  if (!catalogue::knows_all_words(posting)) return;
  catalogue::for_each_other_word(
      posting, [&](std::uint32_t other) { catalogue_.prefetch_word_sign(other); });
}

// Decides by the signatures of the words that were not found. Notes which words must be read where
// signatures are not enough.
bool KindSearch::likely_can_pass(KeptName& likely, const Known& known_of_word, Range& range) {
  const catalogue::Posting& posting = *likely.posting;
  if (!catalogue::knows_all_words(posting)) {
    likely.open = KeptName::kUnknown;
    return true;
  }
  Known known = known_of_word;
  known.weight = catalogue::sketched_weight(posting.sketch);
  unsigned place = 0;
  catalogue::for_each_other_word(posting, [&](std::uint32_t other) {
    if (other != likely.word) {
      const Met met = met_by(other);
      note_word(other, met.hits, met.near, known);
      likely.open = static_cast<std::uint8_t>(likely.open | has_to_be_read(met.near) << place);
    }
    ++place;
  });
  return may_pass(known, range);
}

// Prunes by the words that were looked up and the signatures of the others.
bool KindSearch::passes_found_words(const WeighedName& name, Range& range) {
  ++work_.looked_at;
  ++work_.steps;
  const auto words = catalogue::Catalogue::words(catalogue_.name(name.name));
  const std::uint8_t weight = name.weight;
  std::uint8_t hits = 0;
  for (const NameWord& each : words)
    hits = static_cast<std::uint8_t>(hits | w_.wide_hits(each.word));
  if (!may_weigh(weight, hits, Joins::kNone, range)) return false;
  Known known{.weight = weight};
  for (const NameWord& each : words)
    note_word(each.word, known);
  if (!may_pass(known, range)) return false;
  known = {.weight = weight};
  for (const NameWord& each : words)
    note_word(each.word, w_.hits(each.word), compared_near_words(each.word), known);
  return may_pass(known, range);
}

// Prunes by all words of the name.
bool KindSearch::passes_closely(const WeighedName& name) {
  ++work_.closely;
  ++work_.steps;
  return can_pass(name);
}

bool KindSearch::can_pass(const WeighedName& name) {
  const Range& range = *range_of(name.name);
  Candidate candidate;
  candidate.cost.fill(kUnrelated);
  candidate.weight = name.weight * catalogue::kWeightUnit;
  for (const NameWord& each : catalogue::Catalogue::words(catalogue_.name(name.name))) {
    const WordFacts& own = facts(each.word);
    candidate.office = candidate.office || own.is_office;
    if (own.related == 0 && own.joined == 0) {
      if (query_.kind() != Kind::kPerson)
        candidate.unrelated[candidate.unrelated_count++] = {catalogue_.word_address(each.word),
                                                            each.flags};
      if (!(each.flags & names::kAlternative) || query_.kind() == Kind::kPerson)
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
      candidate.stands_alone =
          candidate.stands_alone ||
          ((each.flags & names::kTailPosition) && own.cost[i] == 0 && bound_.may_stand_alone(i));
    }
  }
  for (std::size_t i = 0; initials_ == 1 && i < query_.words().size(); ++i)
    if (is_only_initial(i, range) && candidate.cost[i] == costs::kFurtherInitial)
      candidate.cost[i] = costs::kInitial;
  return bound_.least_cost(candidate) <= budget_;
}

// Scores a name and keeps it when it passes.
void KindSearch::take(std::uint32_t name) {
  ++work_.scored;
  work_.steps += kStepsPerScore;
  const NameRecord& record = catalogue_.name(name);
  const NameView listed = catalogue_.assemble(name, w_.assembler);
  const names::Score score = names::score(query_, listed);
  work_.capped += score.capped;
  const int value =
      score.capped && work_.takes_capped ? std::max(score.value, threshold_) : score.value;
  if (value < threshold_) return;
  w_.passed.push_back({record.profile, name, record.ordinal, static_cast<std::uint8_t>(value),
                       score.truncated, listed.kind()});
}

// Looks at every name of the range, for queries whose words are too common or too light to narrow
// it.
void KindSearch::look_at_each(Range& range) {
  work_.scanned = true;
  const auto weights = catalogue_.name_weights();
  work_.steps += (range.last - range.first) / kPostingsPerStep;
  for (std::uint32_t name = range.first; name < range.last && !work_.exhausted(); ++name)
    if (const WeighedName each{name, weights[name]};
        may_weigh(each.weight, 0xFF, Joins::kNone, range) && w_.mark(name) &&
        passes_found_words(each, range) && passes_closely(each) &&
        filter_.keeps(catalogue_.name(name).profile))
      take(name);
}

void KindSearch::scan(const Range& range) {
  work_.scanned = true;
  for (std::uint32_t name = range.first; name < range.last && !work_.exhausted(); ++name) {
    if (!w_.mark(name)) continue;
    ++work_.looked_at;
    ++work_.steps;
    if (filter_.keeps(catalogue_.name(name).profile)) take(name);
  }
}

// Names with the same words in the same order match whatever roles the words have: "co" may be a
// legal form on one side and a name on the other, and then no relation connects the two. Each word
// of the query must be written in some listed name, else there is no such name.
void KindSearch::take_identical() {
  const std::size_t count = query_.words().size();
  for (std::size_t i = 0; i < count; ++i)
    if (w_.same[i].empty()) return;
  auto& same = w_.found;
  same.clear();
  std::span<const std::uint32_t> rarest;
  std::uint64_t fewest = ~std::uint64_t{0};
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t names = 0;
    for (const std::uint32_t word : w_.same[i]) {
      same.push_back(word);
      names += catalogue_.postings(word).size();
    }
    if (names >= fewest) continue;
    fewest = names;
    rarest = w_.same[i];
  }
  const auto is_same = [&](std::uint32_t word) {
    return std::ranges::find(same, word) != same.end();
  };
  for (const std::uint32_t word : rarest)
    for (const catalogue::Posting& posting : catalogue_.postings(word)) {
      if (!std::ranges::all_of(posting.others, is_same)) continue;
      const NameRecord& record = catalogue_.name(posting.name);
      if (record.identity != query_.header().identity || range_of(posting.name) == nullptr)
        continue;
      if (w_.mark(posting.name) && filter_.keeps(record.profile)) take(posting.name);
    }
}

// The range of a name that is searched, else null.
KindSearch::Range* KindSearch::range_of(std::uint32_t name) {
  for (Range& range : ranges_)
    if (name >= range.first && name < range.last) return &range;
  return nullptr;
}

}  // namespace vedette::search
