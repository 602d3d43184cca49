// The part of KindSearch that finds listed words.
#include <algorithm>
#include <bit>
#include <string>

#include "names/comparing/edit_cost.h"
#include "names/comparing/pairing.h"
#include "names/comparing/relation.h"
#include "names/tables/costs.h"
#include "search/kind_search.h"
#include "search/prefetch_ahead.h"
#include "text/script.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using catalogue::Reach;
using catalogue::Relative;
using catalogue::takes_part;
using names::Kind;
using names::NameView;
using names::Role;
using names::Word;

// How far ahead words are prefetched.
constexpr std::size_t kWordsAhead = 12;
// The same for related words two edits away: only a few bits are noted of each.
constexpr std::size_t kFarAhead = 40;
// Looking for two edits of a word reads entries of the index. Reading one entry costs about as much
// as following this many names.
constexpr std::uint64_t kNamesPerEntry = 3;

}  // namespace

WordFacts& KindSearch::begun_facts(std::uint32_t word) {
  if (WordFacts* known = w_.known(word)) return *known;
  WordFacts& out = w_.add(word);
  const catalogue::WordSign& sign = catalogue_.word_sign(word);
  out.compared = out.related = out.joined = 0;
  out.weight = sign.weight;
  out.left_weight = sign.left_weight;
  out.is_name = may_support(sign.role);
  out.is_office = sign.role == Role::kTitle && (sign.flags & catalogue::WordSign::kHasValue);
  return out;
}

void KindSearch::note_cost(std::uint32_t word, std::size_t i, std::uint8_t cost) {
  WordFacts& own = begun_facts(word);
  own.compared |= 1u << i;
  own.cost[i] = cost;
  if (cost != kUnrelated) own.related |= 1u << i;
}

// How a listed word relates to each word of the query, computed once per query. The word is read
// only where its signature leaves the relation open.
WordFacts& KindSearch::facts(std::uint32_t word) {
  WordFacts& own = begun_facts(word);
  const auto words = query_.words();
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << words.size()) - 1);
  if (own.compared == all) return own;
  bool is_read = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (own.compared >> i & 1) continue;
    if (!(w_.related_to(word) >> i & 1) &&
        !(words_[i].far ? w_.is_found_for(word, hit_bit_[i]) : may_relate_unfound(i, word)))
      continue;
    own.cost[i] = cost_between(i, word);
    if (own.cost[i] != kUnrelated) own.related |= 1u << i;
    is_read = is_read || words_[i].known.empty();
  }
  own.compared = all;
  work_.words += is_read;
  return own;
}

// Whether a listed word may relate to word i although no lookup of word i found it. Beyond one
// edit, only words of the same script two edits away may (catalogue/keys.h).
bool KindSearch::may_relate_unfound(std::size_t i, std::uint32_t word) const {
  using catalogue::WordSign;
  const WordSign& sign = catalogue_.word_sign(word);
  const Word& query_word = query_.words()[i];
  const QueryWord& own = words_[i];
  if (!takes_part(query_word.role, query_.kind()) || !takes_part(sign.role, query_.kind()))
    return false;
  const bool spelled_once = sign.flags & WordSign::kSpelledOnce;
  const std::uint32_t letters = sign.letters & catalogue::Key::kLetterBits;
  if (query_word.role == Role::kInitial && own.looked_up)
    return (sign.role == Role::kName || sign.role == Role::kCompound) &&
           (!spelled_once || own.begin.holds(word));
  const bool particle = is_particle(query_word.role);
  if (!own.looked_up && !particle) return true;
  // A particle relates to particles of its role, and to words that are one letter away from a
  // particle.
  if (particle && sign.role == query_word.role) return true;
  const bool near = own.looked_up && own.reach >= Reach::kOneEdit;
  if (near && (own.reach == Reach::kTwoEdits || query_word.role == Role::kNumeral)) return false;
  if (query_word.script != static_cast<std::uint8_t>(text::Script::Latin)) return true;
  if (sign.flags & WordSign::kOtherScript) return !near;
  if (!spelled_once) return true;
  const auto length = static_cast<int>(sign.letters >> 26);
  if (names::at_most_two(query_word.letters_all & catalogue::Key::kLetterBits & ~letters) &&
      names::at_most_two(letters & ~query_word.letters_any) && query_word.shortest <= length + 2 &&
      length <= query_word.longest + 2)
    return true;
  if (near || query_.kind() != Kind::kOrganisation) return false;
  // A word cut short has only letters of the whole word.
  return (query_word.letters & catalogue::Key::kLetterBits & ~letters) == 0 ||
         (letters & ~query_word.letters) == 0;
}

// To be called when all words are looked up.
void KindSearch::note_sign_tests() {
  sign_tests_.clear();
  open_near_ = 0;
  note_known_light();
  for (const std::size_t i : order_) {
    const QueryWord& own = words_[i];
    const Word& query_word = query_.words()[i];
    const bool is_plain = own.looked_up && query_word.role != Role::kInitial &&
                          query_word.role != Role::kNumeral && !is_particle(query_word.role);
    // Nothing is left to be found.
    if (own.far || (is_plain && own.reach == Reach::kTwoEdits)) continue;
    open_near_ = static_cast<std::uint16_t>(open_near_ | hit_bit_[i]);
    const bool by_letters = is_plain &&
                            query_word.script == static_cast<std::uint8_t>(text::Script::Latin) &&
                            takes_part(query_word.role, query_.kind());
    const bool or_cut = own.reach == Reach::kAlike && query_.kind() == Kind::kOrganisation;
    sign_tests_.push_back({i, hit_bit_[i], by_letters, or_cut, query_word.shortest,
                           query_word.longest, query_word.letters_all & catalogue::Key::kLetterBits,
                           query_word.letters_any,
                           query_word.letters & catalogue::Key::kLetterBits});
  }
}

// `found`: the words of the query whose lookup found this word; `known`: what Workspace::near() has
// noted.
std::uint16_t KindSearch::near_words_by_sign(std::uint32_t word, std::uint32_t found,
                                             std::uint16_t known) {
  using catalogue::WordSign;
  const WordSign& sign = catalogue_.word_sign(word);
  const bool spelled_once = sign.flags == WordSign::kSpelledOnce;
  const std::uint32_t letters = sign.letters & catalogue::Key::kLetterBits;
  const std::uint32_t length = sign.letters >> 26;
  auto bits = static_cast<std::uint16_t>(known | Workspace::kBySign);
  if (takes_part(sign.role, query_.kind()))
    for (const SignTest& test : sign_tests_) {
      if (found >> test.word & 1) continue;
      const bool may_relate = test.by_letters && spelled_once ? test.may_meet(letters, length)
                                                              : may_relate_unfound(test.word, word);
      if (may_relate) bits = static_cast<std::uint16_t>(bits | test.hit_bit);
    }
  if ((open_near_ & Workspace::kMeetsLight) && (sign.weight != 0 || sign.left_weight != 0))
    for (const std::size_t i : light_)
      if ((found >> i & 1) || may_relate_unfound(i, word)) {
        bits |= Workspace::kMeetsLight;
        break;
      }
  // Without a note so far, "near to nothing" is not noted: reading the signature again is faster
  // than a cache miss on a note.
  if (bits != Workspace::kBySign || found != 0) w_.note_near(word, bits);
  return bits & Workspace::kNear;
}

// The same, but reads and compares the word where its signature leaves something open.
std::uint16_t KindSearch::compared_near_words(std::uint32_t word) {
  const std::uint16_t near = near_words(word);
  const std::uint16_t aside = near & Workspace::kPutAside;
  if (open_near_ == 0 || near == aside || (w_.near(word) & Workspace::kCompared)) return near;
  ++work_.words;
  std::uint16_t bits = aside;
  for (const std::size_t i : order_) {
    if (!(near & hit_bit_[i])) continue;
    const std::uint8_t cost = cost_between(i, word);
    note_cost(word, i, cost);
    if (cost <= budget_) bits = static_cast<std::uint16_t>(bits | hit_bit_[i]);
  }
  if ((near & Workspace::kMeetsLight) &&
      std::ranges::any_of(light_, [&](std::size_t i) { return cost_between(i, word) <= budget_; }))
    bits |= Workspace::kMeetsLight;
  w_.note_near(word, static_cast<std::uint16_t>(bits | Workspace::kBySign | Workspace::kCompared));
  return bits;
}

// Lower bound of the cost of a relation that lookups up to `reach` do not find.
std::uint8_t KindSearch::least_cost_beyond(std::size_t i, Reach reach) const {
  const Word& word = query_.words()[i];
  // A number has no relations beyond those of reach kAlike, except one edit of a number word.
  if (word.role == Role::kNumeral && reach != Reach::kAlike) return kUnrelated;
  if (word.role == Role::kInitial) return std::min(costs::kInitial, costs::kFurtherInitial);
  if (reach == Reach::kTwoEdits) return kUnrelated;
  const Kind kind = query_.kind();
  int least = names::least_edit_cost(word, kind, 2, false) + bound_.charge_for_edits(2);
  if (reach == Reach::kAlike) {
    least =
        std::min({least, names::least_edit_cost(word, kind, 1, false) + bound_.charge_for_edits(1),
                  // A letter between scripts is not counted as an edit.
                  names::least_edit_cost(word, kind, 1, true),
                  names::least_edit_cost(word, kind, 2, true) + bound_.charge_for_edits(2)});
    if (kind == Kind::kOrganisation) least = std::min(least, names::least_cut_cost());
  }
  return static_cast<std::uint8_t>(std::min(least, kUnrelated));
}

void KindSearch::note_words() {
  for (std::size_t i = 0; i < query_.words().size(); ++i) {
    w_.related[i].clear();
    if (bound_.weight(i) != 0)
      order_.push_back(i);
    else if (takes_part(query_.words()[i].role, query_.kind()))
      light_.push_back(i);
  }
  if (order_.size() < 7) aside_bit_ = 0x40;
  std::uint8_t bit = 1;
  for (const std::size_t i : order_) {
    initials_ += query_.words()[i].role == Role::kInitial;
    // There are eight bits: later words share the bits of the first ones.
    hit_bit_[i] = bit;
    bit = std::rotl(bit, 1);
  }
}

// Looks up all words that carry weight with the reach kAlike, one lookup each.
void KindSearch::look_up_alike() {
  find_same_words();
  for (const std::size_t i : order_)
    if (query_.words()[i].role != Role::kInitial) {
      words_[i].known = find_known(i);
      for (const Relative each :
           words_[i].known.near.first(std::min(kWordsAhead, words_[i].known.near.size())))
        prefetch_relative(each);
    }
  for (const std::size_t i : order_)
    look_up(i, Reach::kAlike);
}

// Looks up words without weight, such as titles, to know which listed words they relate to.
// Particles relate to so few words that signatures are enough.
void KindSearch::look_up_light() {
  for (const std::size_t i : light_)
    if (!is_particle(query_.words()[i].role)) {
      look_up(i, Reach::kAlike);
      look_up(i, Reach::kOneEdit);
    }
}

// Finds the listed words that are written exactly as each word, whatever their role. One batch of
// lookups for all words, so that cache misses overlap.
void KindSearch::find_same_words() {
  const auto words = query_.words();
  w_.word_keys.clear(shelf_);
  for (std::size_t i = 0; i < words.size(); ++i) {
    w_.same[i].clear();
    catalogue::same_word_keys(query_, words[i], w_.word_keys);
  }
  for_each_word_key([&](std::size_t i, std::uint32_t word) {
    catalogue_.prefetch_word_offset(word);
    catalogue_.prefetch_relative_offset(word);
    w_.same[i].push_back(word);
  });
  for (std::size_t i = 0; i < words.size(); ++i)
    for (const std::uint32_t word : w_.same[i]) {
      catalogue_.prefetch_word(word);
      catalogue_.prefetch_relatives(word);
    }
}

// The words that relate to word i, if the catalogue stores them.
KindSearch::KnownRelatives KindSearch::find_known(std::size_t i) {
  bool is_blob_made = false;
  for (const std::uint32_t word : w_.same[i]) {
    const auto known = catalogue_.relatives(word);
    if (known.empty()) continue;
    if (!is_blob_made) {
      w_.blob.clear();
      catalogue::append_word_blob(query_, query_.words()[i], shelf_, w_.blob);
      is_blob_made = true;
    }
    if (catalogue_.word(word).bytes() != std::string_view(w_.blob.data(), w_.blob.size())) continue;
    const auto far =
        std::ranges::partition_point(known, [](Relative each) { return !each.is_far(); });
    return {{known.begin(), far}, {far, known.end()}};
  }
  return {};
}

// The listed words that a lookup of this reach returns for word i, each once: all related words of
// this reach, and some unrelated ones.
void KindSearch::find_words(std::size_t i, Reach reach) {
  const catalogue::WordIndex& index = catalogue_.word_index();
  index.collect(shelf_, query_, query_.words()[i], reach, w_.word_keys, w_.found);
  // Keys of different shelves may collide.
  w_.leave_once(w_.found, index.first(shelf_), index.last(shelf_));
}

// Calls visit(relative) for those of them that relate at a cost the threshold allows.
template <class Visit>
void KindSearch::for_each_allowed(std::span<const Relative> known, const Visit& visit) const {
  for (std::size_t k = 0; k < known.size(); ++k) {
    prefetch_ahead(known, k, kWordsAhead, [&](Relative each) { prefetch_relative(each); });
    if (known[k].cost() <= budget_) visit(known[k]);
  }
}

void KindSearch::note_related(std::size_t i, std::uint32_t word, std::uint8_t cost) {
  QueryWord& own = words_[i];
  w_.related[i].push_back({word, cost});
  w_.note_related(word, 1u << i, hit_bit_[i]);
  rest_hits_.add(word, hit_bit_[i]);
  // Nothing else costs as much.
  if (cost == costs::kNarrower && bound_.narrows())
    note_special(word, Workspace::kPutAside, aside_bit_);
  own.least = std::min(own.least, cost);
  if (query_.words()[i].role != Role::kInitial || catalogue_.word_sign(word).role != Role::kInitial)
      [[likely]]
    own.least_of_words = std::min(own.least_of_words, cost);
  own.names += catalogue_.postings(word).size();
}

void KindSearch::note_special(std::uint32_t word, std::uint16_t bit, std::uint8_t hit_bit) {
  w_.note_special(word, bit, hit_bit);
  rest_hits_.add(word, hit_bit);
}

// The same as look_up() and look_up_far(), with relatives that the catalogue stores.
void KindSearch::take_known(std::size_t i, Reach reach) {
  QueryWord& own = words_[i];
  const auto [near, far] = own.known;
  if (!own.looked_up)
    for_each_allowed(near, [&](Relative each) { note_related(i, each.word(), each.cost()); });
  int least_far = kUnrelated;
  if (reach == Reach::kTwoEdits) {
    for_each_allowed(far, [&](Relative each) { note_related(i, each.word(), each.cost()); });
  } else {
    for (std::size_t k = 0; k < far.size(); ++k) {
      prefetch_ahead(far, k, kFarAhead, [&](Relative each) { w_.prefetch_hits(each.word()); });
      if (far[k].cost() > budget_) continue;
      least_far = std::min<int>(least_far, far[k].cost());
      if (hit_bit_[i] == 0) continue;
      w_.note_far(far[k].word(), hit_bit_[i]);
      rest_hits_.add(far[k].word(), hit_bit_[i]);
    }
  }
  own.looked_up = true;
  own.far = hit_bit_[i] != 0;
  own.reach = std::max(reach, Reach::kOneEdit);
  own.beyond = static_cast<std::uint8_t>(
      least_far == kUnrelated ? kUnrelated
                              : std::min(least_far + bound_.charge_for_edits(2), kUnrelated));
}

// Notes the listed words with weight that relate to words of the query without weight. When the
// catalogue does not store the related words of all of these, signatures decide instead.
void KindSearch::note_known_light() {
  for (const std::size_t i : light_)
    if (words_[i].known.empty()) words_[i].known = find_known(i);
  const bool all_known =
      std::ranges::none_of(light_, [&](std::size_t i) { return words_[i].known.empty(); });
  if (!all_known) {
    open_near_ = Workspace::kMeetsLight;
    return;
  }
  if (order_.size() < 8) light_bit_ = 0x80;
  for (const std::size_t i : light_)
    for (const auto part : {words_[i].known.near, words_[i].known.far})
      for_each_allowed(part, [&](Relative each) {
        const catalogue::WordSign& sign = catalogue_.word_sign(each.word());
        if (sign.weight != 0 || sign.left_weight != 0)
          note_special(each.word(), Workspace::kMeetsLight, light_bit_);
      });
}

// Finds all listed words up to the reach that relate to word i at a cost the threshold allows.
void KindSearch::look_up(std::size_t i, Reach reach) {
  QueryWord& own = words_[i];
  if (own.looked_up && own.reach >= reach) return;
  const Word& query_word = query_.words()[i];
  if (!own.looked_up && own.known.empty() && query_word.role != Role::kInitial)
    own.known = find_known(i);
  if (!own.known.empty()) return take_known(i, reach);
  if (reach == Reach::kTwoEdits) look_up(i, Reach::kOneEdit);
  w_.found.clear();
  if (query_word.role != Role::kInitial) {
    find_words(i, reach);
  } else if (reach == Reach::kAlike) {
    // Words that begin with it are too many.
    w_.found = w_.same[i];
    note_begin(i);
  }
  for (std::size_t k = 0; k < w_.found.size(); ++k) {
    const std::uint32_t word = w_.found[k];
    prefetch_ahead(w_.found, k, kWordsAhead,
                   [&](std::uint32_t each) { catalogue_.prefetch_word(each); });
    if (w_.related_to(word) >> i & 1) continue;
    // The prefetches arrive while the words are compared.
    catalogue_.prefetch_posting_offset(word);
    w_.prefetch_hits(word);
    const std::uint8_t cost = cost_between(i, word);
    ++work_.words;
    if (cost <= budget_) note_related(i, word, cost);
  }
  own.looked_up = true;
  own.reach = reach;
  own.beyond = least_cost_beyond(i, reach);
}

// Notes the range of listed words that begin with an initial of the query.
void KindSearch::note_begin(std::size_t i) {
  WordRanges& begin = words_[i].begin;
  query_.any_spelling(query_.words()[i], [&](std::string_view spelling) {
    const auto [first, last] = catalogue_.word_index().with_prefix(
        shelf_, names::is_cut_off(query_.words()[i]) ? spelling : spelling.substr(0, 1));
    begin.add(first, last);
    return false;
  });
}

// Finds the words that are two edits away from word i, so that names can be told apart by them;
// they are not followed.
void KindSearch::look_up_far(std::size_t i) {
  QueryWord& own = words_[i];
  const Word& query_word = query_.words()[i];
  if (own.far || !own.looked_up || own.reach != Reach::kOneEdit || hit_bit_[i] == 0 ||
      query_word.role == Role::kInitial || query_word.role == Role::kNumeral ||
      is_particle(query_word.role) || !takes_part(query_word.role, query_.kind()))
    return;
  find_words(i, Reach::kTwoEdits);
  for (std::size_t k = 0; k < w_.found.size(); ++k) {
    const std::uint32_t word = w_.found[k];
    prefetch_ahead(w_.found, k, kWordsAhead,
                   [&](std::uint32_t each) { catalogue_.prefetch_word(each); });
    if (w_.related_to(word) >> i & 1) continue;
    ++work_.words;
    if (cost_between(i, word) > budget_) continue;
    w_.note_far(word, hit_bit_[i]);
    rest_hits_.add(word, hit_bit_[i]);
  }
  own.far = true;
}

// Cost of following two edits of word i as well, as a number of names that could be followed
// instead.
std::uint64_t KindSearch::effort_of_two_edits(std::size_t i) {
  if (words_[i].known.empty()) return kNamesPerEntry * entries_of_two_edits(i);
  std::uint64_t names = 0;
  if (words_[i].reach != Reach::kTwoEdits)
    for (const Relative each : words_[i].known.far)
      names += catalogue_.postings(each.word()).size();
  return names;
}

// How many entries of the index a lookup of two edits reads. Most of their words must be compared.
std::uint64_t KindSearch::entries_of_two_edits(std::size_t i) {
  const Word& query_word = query_.words()[i];
  if (query_word.role == Role::kInitial || !words_[i].known.empty() ||
      (words_[i].looked_up && words_[i].reach == Reach::kTwoEdits))
    return 0;
  auto& entries = words_[i].entries_of_two_edits;
  if (!entries) {
    w_.word_keys.clear(shelf_);
    catalogue::query_word_keys(query_, query_word, Reach::kTwoEdits, w_.word_keys);
    entries = catalogue_.word_key_entries(w_.word_keys.keys());
  }
  return *entries;
}

// The least that meeting a listed word can cost word i of the query.
std::uint8_t KindSearch::cost_between(std::size_t i, std::uint32_t word) const {
  const KnownRelatives& known = words_[i].known;
  if (known.empty())
    return catalogue::least_cost_between(query_, query_.words()[i], catalogue_.word(word));
  for (const auto part : {known.near, known.far}) {
    const auto at = std::ranges::lower_bound(part, word, {}, &Relative::word);
    if (at != part.end() && at->word() == word) return at->cost();
  }
  return kUnrelated;
}

}  // namespace vedette::search
