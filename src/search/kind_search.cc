#include "search/kind_search.h"

#include <algorithm>
#include <bit>
#include <string>

#include "catalogue/sketch.h"
#include "names/costs.h"
#include "names/organisation_score.h"
#include "names/pairing.h"
#include "names/relation.h"
#include "names/score.h"
#include "text/edit_distance.h"
#include "text/script.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using catalogue::NameRecord;
using catalogue::NameWord;
using names::Kind;
using names::NameView;
using names::Role;
using names::Word;

// How far ahead names and words are asked for from memory.
constexpr std::size_t kAhead = 8;
// So many names are still in the caches when their words are compared.
constexpr std::size_t kAtOnce = 64;
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
    const bool has_initials = partition == catalogue::Partition::kPersonWithInitial ||
                              partition == catalogue::Partition::kOpenWithInitial;
    if (begins[p] < begins[p + 1]) ranges_.push_back({begins[p], begins[p + 1], has_initials});
  }
  if (ranges_.empty()) return;
  if (asked_.words().empty() && threshold_ > 0) return;  // nothing to compare: all score 0
  w_.forget_words();
  if (threshold_ <= 0) {
    for (const Range& range : ranges_)
      scan(range);
    return;
  }
  look_up_alike();
  for (Range& range : ranges_)
    make_plan(range);
  note_groups();
  note_sign_tests();
  for (Range& range : ranges_)
    set_reaches(range);
  find_joined();
  take_joined_names();
  take_acronyms();
  if (bound_.is_empty() || !bound_.has_names()) take_identical();
  for (Range& range : ranges_) {
    if (work_.exhausted()) return;
    follow_joined(range);
    if (!range.planned) look_at_each(range);
    for (std::size_t s = 0; s < range.steps.size() && range.planned; ++s)
      follow(range.steps[s], range);
  }
}

void KindSearch::follow(const Step& step, Range& range) {
  const auto& related = w_.related[step.word];
  for (std::size_t k = 0; k < related.size() && !work_.exhausted(); ++k) {
    if (k + 2 * kAhead < related.size())
      catalogue_.prefetch_posting_offset(related[k + 2 * kAhead].word);
    if (k + kAhead < related.size()) catalogue_.prefetch_postings(related[k + kAhead].word);
    if (related[k].cost <= step.reach) follow_postings(step, related[k].word, range);
  }
}

void KindSearch::follow_postings(const Step& step, std::uint32_t word, Range& range) {
  const auto all = postings(word, range);
  if (all.empty()) return;
  const std::uint8_t hits = w_.hits(word);
  const std::uint16_t near = near_words(word);
  work_.postings += all.size();
  work_.steps += all.size() / kPostingsPerStep;
  pass_over(all, step.most_weight, hits, range);
  w_.kept.clear();
  for (const Likely& likely : w_.likely) {
    if (!likely_can_pass(likely, near, range) || !w_.mark(likely.posting->name)) continue;
    for (const std::uint32_t other : likely.posting->others)
      if (near_words(other) != 0) catalogue_.prefetch_word_offset(other);
    catalogue_.prefetch_offset(likely.posting->name);
    w_.kept.push_back(likely.posting);
  }
  for (std::size_t k = 0; k < w_.kept.size() && !work_.exhausted(); ++k) {
    if (k + kAhead < w_.kept.size()) {
      for (const std::uint32_t other : w_.kept[k + kAhead]->others)
        if (near_words(other) != 0) catalogue_.prefetch_word(other);
      catalogue_.prefetch_name(w_.kept[k + kAhead]->name);
    }
    if (passes_compared(*w_.kept[k], word, range)) w_.closer.push_back(w_.kept[k]->name);
    if (w_.closer.size() == kAtOnce) look_closely_at_all();
  }
  look_closely_at_all();
}

// The words of the name are compared where their signs leave something open. The name is read only
// where not all of them stand in the posting.
bool KindSearch::passes_compared(const catalogue::Posting& posting, std::uint32_t word,
                                 Range& range) {
  if (catalogue::groups_of_rest(posting.sketch) != 0)
    return passes_found_words(posting.name, range);
  std::uint8_t hits = w_.hits(word);
  std::uint16_t near = compared_near_words(word);
  for (const std::uint32_t other : posting.others) {
    hits = static_cast<std::uint8_t>(hits | w_.hits(other));
    near = static_cast<std::uint16_t>(near | compared_near_words(other));
  }
  return catalogue::sketched_weight(posting.sketch) < near_limit(hits, near, Joins::kNone, range);
}

// All at once, so that they come from memory while others are compared.
void KindSearch::look_closely_at_all() {
  for (std::size_t k = 0; k < w_.closer.size() && !work_.exhausted(); ++k)
    look_closely(w_.closer[k]);
  w_.closer.clear();
}

// Keeps the postings that can pass by the words that were found, which little memory tells: most
// names end here. What the others need is asked for from memory meanwhile.
void KindSearch::pass_over(std::span<const catalogue::Posting> all, std::uint8_t most_weight,
                           std::uint8_t found, Range& range) {
  w_.likely.clear();
  for (const catalogue::Posting& posting : all) {
    const std::uint8_t weight = catalogue::sketched_weight(posting.sketch);
    if (weight > most_weight) continue;
    std::uint8_t hits = found;
    for (const std::uint32_t other : posting.others)
      hits = static_cast<std::uint8_t>(hits | w_.hits(other));
    const std::uint32_t rest = catalogue::groups_of_rest(posting.sketch);
    for (std::uint32_t groups = rest; groups != 0; groups &= groups - 1)
      hits = static_cast<std::uint8_t>(
          hits | group_hits_[static_cast<std::size_t>(std::countr_zero(groups))]);
    if (weight >= weight_limit(hits, Joins::kNone, range)) continue;
    w_.likely.push_back({&posting, hits});
    w_.prefetch_mark(posting.name);
    if (rest != 0 || open_near_ == 0) continue;
    for (const std::uint32_t other : posting.others) {
      w_.prefetch_word(other);
      catalogue_.prefetch_word_sign(other);
    }
  }
}

// By the signs of the words that were not found, where it hangs on them. `near` is what the word of
// the posting may be near.
bool KindSearch::likely_can_pass(const Likely& likely, std::uint16_t near, Range& range) {
  const catalogue::Posting& posting = *likely.posting;
  if (catalogue::groups_of_rest(posting.sketch) != 0) return true;
  const std::uint8_t weight = catalogue::sketched_weight(posting.sketch);
  auto least = static_cast<std::uint16_t>(near | open_near_);
  for (const std::uint32_t other : posting.others)
    least = static_cast<std::uint16_t>(least | w_.far(other));
  if (weight >= near_limit(likely.hits, least, Joins::kNone, range)) return false;
  if (open_near_ == 0) return true;
  for (const std::uint32_t other : posting.others)
    near = static_cast<std::uint16_t>(near | near_words(other));
  return weight < near_limit(likely.hits, near, Joins::kNone, range);
}

// Listed words that words of the query make up; a name may have several of them. Names in which
// listed words are joined as well were taken before.
void KindSearch::follow_joined(Range& range) {
  for (const std::uint32_t word : joined_) {
    const auto all = postings(word, range);
    work_.steps += all.size();
    pass_over_joined(all, word, range);
    for (std::size_t k = 0; k < w_.kept.size() && !work_.exhausted(); ++k) {
      if (k + kAhead < w_.kept.size()) catalogue_.prefetch_name(w_.kept[k + kAhead]->name);
      if (joined_can_pass(*w_.kept[k], word, range) && w_.mark(w_.kept[k]->name))
        w_.closer.push_back(w_.kept[k]->name);
      if (w_.closer.size() == kAtOnce) look_closely_at_all();
    }
    look_closely_at_all();
  }
}

// Keeps the postings that can pass by the words that were found or made up.
void KindSearch::pass_over_joined(std::span<const catalogue::Posting> all, std::uint32_t word,
                                  Range& range) {
  w_.kept.clear();
  for (const catalogue::Posting& posting : all) {
    std::uint8_t hits = w_.joined_hits(word);
    for (const std::uint32_t other : posting.others)
      hits = static_cast<std::uint8_t>(hits | w_.joined_hits(other));
    for (std::uint32_t groups = catalogue::groups_of_rest(posting.sketch); groups != 0;
         groups &= groups - 1) {
      const auto group = static_cast<std::size_t>(std::countr_zero(groups));
      hits = static_cast<std::uint8_t>(hits | group_hits_[group] | group_made_up_[group]);
    }
    if (catalogue::sketched_weight(posting.sketch) >= weight_limit(hits, Joins::kOfQuery, range))
      continue;
    for (const std::uint32_t other : posting.others) {
      w_.prefetch_word(other);
      catalogue_.prefetch_word_sign(other);
    }
    catalogue_.prefetch_offset(posting.name);
    w_.kept.push_back(&posting);
  }
}

// By the words that are known of a name in which words of the query are written as one.
bool KindSearch::joined_can_pass(const catalogue::Posting& posting, std::uint32_t word,
                                 Range& range) {
  const std::uint8_t weight = catalogue::sketched_weight(posting.sketch);
  std::uint8_t hits = 0;
  std::uint16_t near = 0;
  const auto note = [&](std::uint32_t each) {
    hits = static_cast<std::uint8_t>(hits | w_.joined_hits(each));
    near = static_cast<std::uint16_t>(near | near_words(each));
  };
  if (catalogue::groups_of_rest(posting.sketch) == 0) {
    note(word);
    std::ranges::for_each(posting.others, note);
    return weight < near_limit(hits, near, Joins::kOfQuery, range);
  }
  ++work_.looked_at;
  const auto words = catalogue::Catalogue::words(catalogue_.name(posting.name));
  for (const NameWord& each : words)
    hits = static_cast<std::uint8_t>(hits | w_.joined_hits(each.word));
  if (weight >= weight_limit(hits, Joins::kOfQuery, range)) return false;
  for (const NameWord& each : words)
    near = static_cast<std::uint16_t>(near | near_words(each.word));
  return weight < near_limit(hits, near, Joins::kOfQuery, range);
}

// By the words that were looked up, and the signs of the others.
bool KindSearch::passes_found_words(std::uint32_t name, Range& range) {
  ++work_.looked_at;
  ++work_.steps;
  const auto words = catalogue::Catalogue::words(catalogue_.name(name));
  const std::uint8_t weight = catalogue_.name_weights()[name];
  std::uint8_t hits = 0;
  for (const NameWord& each : words)
    hits = static_cast<std::uint8_t>(hits | w_.hits(each.word));
  if (weight >= weight_limit(hits, Joins::kNone, range)) return false;
  std::uint16_t near = 0;
  for (const NameWord& each : words)
    near = static_cast<std::uint16_t>(near | near_words(each.word));
  if (weight >= near_limit(hits, near, Joins::kNone, range)) return false;
  near = 0;
  for (const NameWord& each : words)
    near = static_cast<std::uint16_t>(near | compared_near_words(each.word));
  return weight < near_limit(hits, near, Joins::kNone, range);
}

// By all its words.
void KindSearch::look_closely(std::uint32_t name) {
  ++work_.closely;
  ++work_.steps;
  if (can_pass(name) && filter_.keeps(catalogue_.name(name).profile)) take(name);
}

bool KindSearch::can_pass(std::uint32_t name) {
  Candidate candidate;
  candidate.cost.fill(kUnrelated);
  candidate.weight = catalogue_.name_weights()[name] * catalogue::kWeightUnit;
  for (const NameWord& each : catalogue::Catalogue::words(catalogue_.name(name))) {
    const WordFacts& own = facts(each.word);
    candidate.office = candidate.office || own.is_office;
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
      candidate.stands_alone =
          candidate.stands_alone ||
          ((each.flags & names::kTailPosition) && own.cost[i] == 0 && bound_.may_stand_alone(i));
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
  work_.capped += score.capped;
  const int value =
      score.capped && work_.takes_capped ? std::max(score.value, threshold_) : score.value;
  if (value < threshold_) return;
  w_.passed.push_back({record.profile, name, record.ordinal, static_cast<std::uint8_t>(value),
                       score.truncated, listed.kind()});
}

// For queries of words too common or too light to narrow anything down.
void KindSearch::look_at_each(Range& range) {
  work_.scanned = true;
  const std::uint8_t limit = weight_limit(0xFF, Joins::kNone, range);
  const auto weights = catalogue_.name_weights();
  work_.steps += (range.last - range.first) / kPostingsPerStep;
  for (std::uint32_t name = range.first; name < range.last && !work_.exhausted(); ++name)
    if (weights[name] < limit && w_.mark(name) && passes_found_words(name, range))
      look_closely(name);
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

// Where no word says anything only the same words in the same order do.
void KindSearch::take_identical() {
  std::vector<std::uint32_t> fewest;
  std::uint64_t least = ~std::uint64_t{0};
  for (const Word& word : asked_.words()) {
    w_.word_keys.clear();
    catalogue::same_word_keys(asked_, word, w_.word_keys);
    std::vector<std::uint32_t> same;
    std::uint64_t names = 0;
    catalogue_.for_word_keys(w_.word_keys.keys(), [&](std::uint32_t listed) {
      same.push_back(listed);
      names += catalogue_.postings(listed).size();
    });
    if (names >= least) continue;
    least = names;
    fewest = std::move(same);
  }
  for (const std::uint32_t word : fewest)
    for (const catalogue::Posting& posting : catalogue_.postings(word)) {
      const NameRecord& record = catalogue_.name(posting.name);
      if (record.identity != asked_.header().identity || range_of(posting.name) == nullptr)
        continue;
      if (w_.mark(posting.name) && filter_.keeps(record.profile)) take(posting.name);
    }
}

// The range of a name that is asked for, else null.
KindSearch::Range* KindSearch::range_of(std::uint32_t name) {
  for (Range& range : ranges_)
    if (name >= range.first && name < range.last) return &range;
  return nullptr;
}

// Names in which neighbouring words make up words of the query.
void KindSearch::take_joined_names() {
  find_joined_names();
  auto& found = w_.joined_names;
  for (std::size_t begin = 0; begin < found.size() && !work_.exhausted();) {
    std::size_t end = begin + 1;
    while (end < found.size() && found[end].name == found[begin].name)
      ++end;
    if (end + kAhead < found.size()) catalogue_.prefetch_name(found[end + kAhead].name);
    ++work_.looked_at;
    ++work_.steps;
    const std::uint32_t name = found[begin].name;
    if (joined_name_can_pass(std::span(found).subspan(begin, end - begin)) && w_.mark(name) &&
        filter_.keeps(catalogue_.name(name).profile))
      take(name);
    begin = end;
  }
}

// By their keys: each name with the words of the query that its neighbours may make up.
void KindSearch::find_joined_names() {
  w_.joined_names.clear();
  const auto words = asked_.words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    w_.name_keys.clear();
    catalogue::query_join_keys(asked_, words[i], w_.name_keys);
    catalogue_.for_name_keys(w_.name_keys.keys(), [&](std::uint32_t name) {
      if (range_of(name) == nullptr) return;
      catalogue_.prefetch_offset(name);
      w_.joined_names.push_back({name, static_cast<std::uint32_t>(i)});
    });
  }
  std::ranges::sort(w_.joined_names);
  const auto same = std::ranges::unique(w_.joined_names);
  w_.joined_names.erase(same.begin(), same.end());
}

// Of one name, first by all that its words may meet, singly or joined, then by what its neighbours
// really make up, which takes longer to tell.
bool KindSearch::joined_name_can_pass(std::span<const JoinedName> found) {
  const std::uint32_t name = found.front().name;
  Range& range = *range_of(name);
  const std::uint8_t weight = catalogue_.name_weights()[name];
  std::uint8_t hits = 0;
  std::uint16_t near = 0;
  for (const NameWord& each : catalogue::Catalogue::words(catalogue_.name(name)))
    hits = static_cast<std::uint8_t>(hits | w_.joined_hits(each.word));
  std::uint8_t possible = hits;
  for (const JoinedName& each : found)
    possible = static_cast<std::uint8_t>(possible | hit_bit_[each.word]);
  if (weight >= weight_limit(possible, Joins::kAny, range)) return false;
  for (const NameWord& each : catalogue::Catalogue::words(catalogue_.name(name)))
    near = static_cast<std::uint16_t>(near | near_words(each.word));
  if (weight >= near_limit(possible, near, Joins::kAny, range)) return false;
  bool is_joined = false;
  for (const JoinedName& each : found)
    if (makes_up(name, asked_.words()[each.word])) {
      hits = static_cast<std::uint8_t>(hits | hit_bit_[each.word]);
      is_joined = true;
    }
  return is_joined && weight < near_limit(hits, near, Joins::kAny, range);
}

// Whether neighbouring words of the name make up the word of the query, give or take a letter.
bool KindSearch::makes_up(std::uint32_t name, const Word& asked) const {
  const auto words = catalogue::Catalogue::words(catalogue_.name(name));
  std::array<char, names::kLongestJoin * 256> letters;
  std::array<char, names::kLongestJoin * 256> native;
  for (std::size_t begin = 0; begin + 1 < words.size(); ++begin) {
    std::size_t letter_count = 0;
    std::size_t native_count = 0;
    if (!may_make_up(words.subspan(begin), asked)) continue;
    for (std::size_t i = begin; i < std::min(words.size(), begin + names::kLongestJoin); ++i) {
      const NameView blob = catalogue_.word(words[i].word);
      const std::string_view spelling = blob.latin(blob.words()[0]);
      const std::string_view form = blob.form(blob.words()[0]);
      letter_count += spelling.copy(letters.data() + letter_count, spelling.size());
      native_count += form.copy(native.data() + native_count, form.size());
      if (i == begin) continue;
      const std::string_view joined(letters.data(), letter_count);
      if (std::string_view(native.data(), native_count) == asked_.form(asked)) return true;
      if (asked_.any_spelling(asked, [&](std::string_view wanted) {
            return text::edit_distance(joined, wanted, 1) <= 1;
          }))
        return true;
    }
  }
  return makes_up_turned(name, asked);
}

// Whether as many of the first words as may be joined have as many letters as the word of the
// query, give or take one, or as many bytes as its native form.
bool KindSearch::may_make_up(std::span<const NameWord> words, const Word& asked) const {
  std::size_t letters = 0;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < std::min(words.size(), names::kLongestJoin); ++i) {
    const Word& word = *catalogue_.word_address(words[i].word);
    letters += word.latin_count == 0 ? 0u : word.latin_length;
    bytes += word.form_bytes;
    if (i == 0) continue;
    if (bytes == asked.form_bytes ||
        (letters + 1 >= asked.shortest && letters <= asked.longest + 1u))
      return true;
  }
  return false;
}

// The same for a name of two words with the second one first.
bool KindSearch::makes_up_turned(std::uint32_t name, const Word& asked) const {
  const auto words = catalogue::Catalogue::words(catalogue_.name(name));
  if (asked_.kind() != Kind::kPerson || words.size() != names::kWordsThatTurn) return false;
  std::string letters;
  std::string native;
  for (const NameWord& each : {words[1], words[0]}) {
    const NameView blob = catalogue_.word(each.word);
    letters += blob.latin(blob.words()[0]);
    native += blob.form(blob.words()[0]);
  }
  return native == asked_.form(asked) || asked_.any_spelling(asked, [&](std::string_view wanted) {
    return text::edit_distance(std::string_view(letters), wanted, 1) <= 1;
  });
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
  const std::string_view letters = asked_.latin(*only);
  find_names(w_.acronym_keys);
  for_each_found([&](std::uint32_t name) {
    // What is no acronym is found by its words, if at all.
    if (may_spell(name, letters) && filter_.keeps(catalogue_.name(name).profile) &&
        names::is_acronym_of(asked_, catalogue_.assemble(name, w_.assembler)) && w_.mark(name))
      take(name);
  });
}

// Whether the letters begin with the initial of the name's first word, where that may not be left
// out.
bool KindSearch::may_spell(std::uint32_t name, std::string_view letters) const {
  const auto words = catalogue::Catalogue::words(catalogue_.name(name));
  if (words.empty()) return false;
  const NameView blob = catalogue_.word(words[0].word);
  const Word& first = blob.words()[0];
  if (catalogue::is_left_out_of_initials(first)) return true;
  const bool own = first.script == static_cast<std::uint8_t>(text::Script::Latin);
  const std::string_view text = own ? blob.form(first) : blob.latin(first);
  return !text.empty() && text[0] == letters[0];
}

// The names that have one of the keys, in partitions that are asked for.
void KindSearch::find_names(std::span<const catalogue::Key> keys) {
  w_.found.clear();
  catalogue_.for_name_keys(keys, [&](std::uint32_t name) {
    if (range_of(name) == nullptr) return;
    catalogue_.prefetch_offset(name);
    w_.found.push_back(name);
  });
}

// Calls visit(name) for each of them; the names are asked for from memory ahead of that.
template <class Visit>
void KindSearch::for_each_found(const Visit& visit) {
  for (std::size_t k = 0; k < w_.found.size() && !work_.exhausted(); ++k) {
    if (k + kAhead < w_.found.size()) catalogue_.prefetch_name(w_.found[k + kAhead]);
    ++work_.looked_at;
    ++work_.steps;
    visit(w_.found[k]);
  }
}

// All names of one word.
void KindSearch::take_short_names() {
  constexpr std::uint8_t kOneWord = costs::kFullWord / catalogue::kWeightUnit;
  const auto weights = catalogue_.name_weights();
  for (const Range& range : ranges_)
    for (std::uint32_t name = range.first; name < range.last && !work_.exhausted(); ++name)
      if (weights[name] <= kOneWord && w_.mark(name) &&
          filter_.keeps(catalogue_.name(name).profile))
        take(name);
}

// Listed names of one word that may be the initials of the query.
void KindSearch::take_spelled_acronyms() {
  const catalogue::Initials initials = catalogue::initials_of(asked_);
  const auto optional = static_cast<std::size_t>(
      std::count(initials.optional.begin(), initials.optional.begin() + initials.count, true));
  if (initials.count == 0) return;
  if (optional > kMostOptionalInitials) return take_short_names();
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
      for (const catalogue::Posting& posting : catalogue_.postings(word)) {
        const std::uint32_t name = posting.name;
        const auto others = catalogue::Catalogue::words(catalogue_.name(name));
        const bool alone = std::ranges::all_of(others, [&](const NameWord& other) {
          return other.word == word ||
                 catalogue::is_left_out_of_initials(catalogue_.word(other.word).words()[0]);
        });
        if (!alone || range_of(name) == nullptr || !w_.mark(name)) continue;
        if (filter_.keeps(catalogue_.name(name).profile)) take(name);
      }
    }
  }
}

}  // namespace vedette::search
