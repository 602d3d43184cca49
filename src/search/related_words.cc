// The half of KindSearch that finds listed words.
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
  out.left_weight = static_cast<std::uint8_t>(left_weight(listed, 0, kind));
  out.is_name = may_support(listed);
  const auto words = asked_.words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    out.cost[i] = cost_between(words[i], word);
    if (out.cost[i] != kUnrelated) out.related |= 1u << i;
  }
  return out;
}

// All listed words that relate to word i at a cost the threshold allows.
void KindSearch::find_related(std::size_t i) {
  looked_up_[i] = true;
  w_.word_keys.clear();
  catalogue::query_word_keys(asked_, asked_.words()[i], w_.word_keys);
  w_.found.clear();
  catalogue_.for_word_keys(w_.word_keys.keys(),
                           [&](std::uint32_t word) { w_.found.push_back(word); });
  if (asked_.kind() == Kind::kOrganisation) find_cut_short(i);
  std::ranges::sort(w_.found);
  w_.found.erase(std::unique(w_.found.begin(), w_.found.end()), w_.found.end());
  const Word& asked = asked_.words()[i];
  for (std::size_t k = 0; k < w_.found.size(); ++k) {
    if (k + 2 * kAhead < w_.found.size()) catalogue_.prefetch_word_offset(w_.found[k + 2 * kAhead]);
    if (k + kAhead < w_.found.size()) catalogue_.prefetch_word(w_.found[k + kAhead]);
    const std::uint8_t cost = cost_between(asked, w_.found[k]);
    if (cost <= budget_) related_[i].push_back({w_.found[k], cost});
  }
  work_.words += w_.found.size();
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
}

void KindSearch::note_joined(std::size_t begin, std::size_t count) {
  std::string letters;
  std::string native;
  for (std::size_t i = begin; i < begin + count; ++i) {
    const Word& word = asked_.words()[i];
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
