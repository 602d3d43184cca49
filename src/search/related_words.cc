// The part of KindSearch that finds listed words.
#include <algorithm>
#include <string>

#include "names/costs.h"
#include "names/pairing.h"
#include "names/relation.h"
#include "search/kind_search.h"
#include "text/edit_distance.h"

namespace vedette::search {
namespace {

namespace costs = names::costs;
using catalogue::Reach;
using names::Kind;
using names::NameView;
using names::Role;
using names::Word;

// A word of an organisation may be cut short to this many letters (names/relation.cc).
constexpr std::size_t kShortestCut = 4;
// How far ahead words are asked for from memory.
constexpr std::size_t kAhead = 12;

bool takes_part(const Word& word, Kind kind) {
  return word.role != Role::kLegal || kind == Kind::kPerson;
}

// Initials after the first cost less, and which is the first is not known here.
std::uint8_t least_cost(const names::Relation& relation) {
  if (relation.way == names::Way::kNone) return kUnrelated;
  if (relation.way == names::Way::kInitial)
    return std::min<std::uint8_t>(relation.cost, costs::kFurtherInitial);
  return relation.cost;
}

}  // namespace

// How a listed word relates to each word of the query, worked out once per query.
WordFacts& KindSearch::facts(std::uint32_t word) {
  if (WordFacts* known = w_.known(word)) return *known;
  WordFacts& out = w_.add(word);
  ++work_.words;
  const NameView blob = catalogue_.word(word);
  const Word& listed = blob.words()[0];
  const Kind kind = asked_.kind();
  out.word = &listed;
  out.related = out.joined = 0;
  out.weight = static_cast<std::uint8_t>(names::weight_of(listed, kind));
  out.left_weight = static_cast<std::uint8_t>(names::left_weight(listed, 0, kind));
  out.is_name = may_support(listed);
  out.is_office = is_office(listed);
  const auto words = asked_.words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    out.cost[i] = cost_between(words[i], word);
    if (out.cost[i] != kUnrelated) out.related |= 1u << i;
  }
  return out;
}

// The least that a relation can cost which is found neither so far nor nearer.
std::uint8_t KindSearch::least_cost_beyond(std::size_t i, Reach reach) const {
  const Word& word = asked_.words()[i];
  if (word.role == Role::kNumeral) return kUnrelated;  // all its relations are alike
  if (word.role == Role::kInitial) return std::min(costs::kInitial, costs::kFurtherInitial);
  if (reach == Reach::kTwoEdits) return kUnrelated;
  const Kind kind = asked_.kind();
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

// All words that carry weight, as far as one look at the tables finds what they relate to.
void KindSearch::look_up_alike() {
  std::uint8_t bit = 1;
  for (std::size_t i = 0; i < asked_.words().size(); ++i) {
    w_.related[i].clear();
    if (bound_.weight(i) == 0) continue;
    order_.push_back(i);
    initials_ += asked_.words()[i].role == Role::kInitial;
    hit_bit_[i] = bit;
    bit = static_cast<std::uint8_t>(bit << 1);  // words after the eighth have none
    look_up(i, Reach::kAlike);
  }
}

// Finds all listed words up to the reach that relate to word i at a cost the threshold allows. Two
// edits are taken on trust: whether they are two is seen when a name with the word can pass.
void KindSearch::look_up(std::size_t i, Reach reach) {
  AskedWord& own = words_[i];
  if (own.looked_up && own.reach >= reach) return;
  if (reach == Reach::kTwoEdits) look_up(i, Reach::kOneEdit);
  const Word& asked = asked_.words()[i];
  w_.word_keys.clear();
  w_.found.clear();
  if (asked.role == Role::kInitial) {
    // Words that begin with it are too many.
    if (reach == Reach::kAlike) catalogue::same_word_keys(asked_, asked, w_.word_keys);
  } else {
    catalogue::query_word_keys(asked_, asked, reach, w_.word_keys);
  }
  catalogue_.for_word_keys(w_.word_keys.keys(),
                           [&](std::uint32_t word) { w_.found.push_back(word); });
  if (asked_.kind() == Kind::kOrganisation && reach == Reach::kOneEdit) find_cut_short(i);
  std::ranges::sort(w_.found);
  w_.found.erase(std::unique(w_.found.begin(), w_.found.end()), w_.found.end());
  const std::uint32_t bit = 1u << i;
  for (std::size_t k = 0; k < w_.found.size(); ++k) {
    const std::uint32_t word = w_.found[k];
    if (w_.related_to(word) & bit) continue;
    std::uint8_t cost = own.beyond;
    if (reach != Reach::kTwoEdits) {
      if (k + 2 * kAhead < w_.found.size())
        catalogue_.prefetch_word_offset(w_.found[k + 2 * kAhead]);
      if (k + kAhead < w_.found.size()) catalogue_.prefetch_word(w_.found[k + kAhead]);
      cost = cost_between(asked, word);
      ++work_.words;
    }
    if (cost > budget_) continue;
    w_.related[i].push_back({word, cost});
    w_.note_related(word, bit, hit_bit_[i]);
    own.least = std::min(own.least, cost);
  }
  own.looked_up = true;
  own.reach = reach;
  own.beyond = least_cost_beyond(i, reach);
}

// The least that meeting a listed word can cost a word of the query.
std::uint8_t KindSearch::cost_between(const Word& asked, std::uint32_t word) const {
  const NameView blob = catalogue_.word(word);
  const Word& listed = blob.words()[0];
  const Kind kind = asked_.kind();
  if (!takes_part(asked, kind) || !takes_part(listed, kind)) return kUnrelated;
  if (!names::may_relate(asked, listed, kind)) return kUnrelated;
  return least_cost(names::relate({asked_, &asked}, {blob, &listed}));
}

// Words that begin with word i, and beginnings of it.
void KindSearch::find_cut_short(std::size_t i) {
  const std::string_view letters = asked_.latin(asked_.words()[i]);
  if (letters.size() < kShortestCut) return;
  const auto [first, last] = catalogue_.words_with_prefix(asked_.kind(), letters);
  for (std::uint32_t word = first; word < last; ++word)
    w_.found.push_back(word);
  w_.word_keys.clear();
  for (std::size_t length = kShortestCut; length < letters.size(); ++length)
    w_.word_keys.add(catalogue::spelling_key(asked_.kind(), letters.substr(0, length)));
  catalogue_.for_word_keys(w_.word_keys.keys(),
                           [&](std::uint32_t word) { w_.found.push_back(word); });
}

// Listed words that neighbouring words of the query make up.
void KindSearch::find_joined() {
  const std::size_t words = asked_.words().size();
  for (std::size_t count = 2; count <= names::kLongestJoin; ++count)
    for (std::size_t begin = 0; begin + count <= words; ++begin)
      note_joined(begin, count);
  if (asked_.kind() == Kind::kPerson && words == names::kWordsThatTurn) note_joined(0, words, true);
}

// `turned`: the last word first.
void KindSearch::note_joined(std::size_t begin, std::size_t count, bool turned) {
  std::string letters;
  std::string native;
  for (std::size_t k = 0; k < count; ++k) {
    const Word& word = asked_.words()[begin + (turned ? count - 1 - k : k)];
    if (!takes_part(word, asked_.kind())) return;
    letters += asked_.latin(word);
    native += asked_.form(word);
  }
  const std::size_t limit = letters.size() >= names::kJoinLettersForEdit ? 1 : 0;
  w_.word_keys.clear();
  catalogue::joined_word_keys(asked_.kind(), letters, native, w_.word_keys);
  w_.found.clear();
  catalogue_.for_word_keys(w_.word_keys.keys(),
                           [&](std::uint32_t word) { w_.found.push_back(word); });
  const auto mask = static_cast<std::uint32_t>(((1u << count) - 1) << begin);
  for (const std::uint32_t word : w_.found) {
    const NameView blob = catalogue_.word(word);
    const Word& listed = blob.words()[0];
    const bool made_up =
        blob.form(listed) == native || blob.any_spelling(listed, [&](std::string_view spelling) {
          return text::edit_distance(std::string_view(letters), spelling, limit) <= limit;
        });
    if (!made_up || !takes_part(listed, asked_.kind())) continue;
    WordFacts& own = facts(word);
    if (own.joined == 0) joined_.push_back(word);
    own.joined |= mask;
  }
}

}  // namespace vedette::search
