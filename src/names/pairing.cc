#include "names/pairing.h"

#include <algorithm>
#include <cstdlib>

#include "names/assignment.h"
#include "names/costs.h"
#include "text/edit_distance.h"

namespace vedette::names {
namespace {

constexpr std::size_t kShortestJoin = 3;
constexpr int kNoRelation = 1000;

// Legal forms are compared as sets (names/organisation_score.cc), not word by word.
bool takes_part(const Word& word, Kind kind) {
  return word.role != Role::kLegal || kind == Kind::kPerson;
}

struct WordPlace {
  const Word* word;
  int place;
};

// As much weight as possible, then as cheaply as possible, then as near to the same place.
int gain_of(const Relation& relation, const WordPlace& a, const WordPlace& b, Kind kind) {
  if (relation.way == Way::kNone) return 0;
  const int weight = std::min(weight_of(*a.word, kind), weight_of(*b.word, kind));
  const int place = std::max(0, 8 - std::abs(a.place - b.place));
  return std::max(1, 50 + weight * 1000 - relation.cost * 10 + place);
}

}  // namespace

int weight_of(const Word& word, Kind kind) {
  switch (word.role) {
    case Role::kName:
      if (kind == Kind::kPerson)
        return word.flags & kAlsoName ? costs::kTitleNameWeight : costs::kFullWord;
      return word.length == 1 ? costs::kLetterWeight : costs::kFullWord;
    case Role::kInitial:
      return costs::kInitialWeight;
    case Role::kCompound:
      return costs::kServantWeight;
    case Role::kBusiness:
      return costs::kBusinessWeight;
    case Role::kGeneric:
      return costs::kGenericWeight;
    case Role::kPlace:
      return costs::kPlaceWeight;
    case Role::kNumeral:
      return costs::kNumeralWeight;
    default:
      return 0;
  }
}

bool Pairing::pair(Tally& tally) {
  const bool related = relate_all();
  const bool joined = join_words(tally);
  if (!related && !joined) return false;
  if (related) assign(tally);
  return true;
}

bool Pairing::relate_all() {
  const auto xs = query_.words();
  const auto ys = listed_.words();
  const Kind kind = query_.kind();
  bool any = false;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    for (std::size_t j = 0; j < ys.size(); ++j) {
      Relation& relation = relations_[i][j];
      relation = {};
      if (!takes_part(xs[i], kind) || !takes_part(ys[j], kind)) continue;
      if (!may_relate(xs[i], ys[j], kind)) continue;
      relation = relate({query_, &xs[i]}, {listed_, &ys[j]}, work_);
      any = any || relation.way != Way::kNone;
    }
  }
  return any;
}

bool Pairing::has_exact_partner(bool on_query, std::size_t word) const {
  const std::size_t count = (on_query ? listed_ : query_).words().size();
  for (std::size_t k = 0; k < count; ++k)
    if ((on_query ? relations_[word][k] : relations_[k][word]).way == Way::kExact) return true;
  return false;
}

int Pairing::cheapest(bool on_query, std::size_t word) const {
  int best = kNoRelation;
  const std::size_t count = (on_query ? listed_ : query_).words().size();
  for (std::size_t k = 0; k < count; ++k) {
    const Relation& relation = on_query ? relations_[word][k] : relations_[k][word];
    if (relation.way != Way::kNone) best = std::min<int>(best, relation.cost);
  }
  return best;
}

// Words that join exactly go before those that join with a slip.
bool Pairing::join_words(Tally& tally) {
  bool any = false;
  for (const bool on_query : {true, false}) {
    if (!for_each_join(on_query, [](std::size_t, std::size_t, std::size_t) { return true; }))
      continue;
    for (const std::size_t edits : {0u, 1u})
      for_each_join(on_query, [&](std::size_t begin, std::size_t count, std::size_t target) {
        any = try_join({on_query, begin, count, target, edits}, tally) || any;
        return false;
      });
  }
  return any;
}

// Visits neighbours whose letters can add up to a word of the other side, give or take one; stops
// when the visit returns true.
template <class Visit>
bool Pairing::for_each_join(bool on_query, const Visit& visit) const {
  const auto parts = (on_query ? query_ : listed_).words();
  const auto wholes = (on_query ? listed_ : query_).words();
  for (std::size_t begin = 0; begin + 1 < parts.size(); ++begin) {
    int length = parts[begin].latin_length;
    std::uint32_t letters = parts[begin].letters;
    for (std::size_t count = 2; count <= kLongestJoin && begin + count <= parts.size(); ++count) {
      length += parts[begin + count - 1].latin_length;
      letters |= parts[begin + count - 1].letters;
      for (std::size_t target = 0; target < wholes.size(); ++target) {
        const Word& whole = wholes[target];
        if (length > whole.longest + 1 || length + 1 < whole.shortest) continue;
        if (!at_most_two(whole.letters_all & ~letters) ||
            !at_most_two(letters & ~whole.letters_any))
          continue;
        if (visit(begin, count, target)) return true;
      }
    }
  }
  return false;
}

bool Pairing::try_join(const Span& span, Tally& tally) {
  const NameView parts = span.on_query ? query_ : listed_;
  const NameView whole = span.on_query ? listed_ : query_;
  const Word& target = whole.words()[span.target];
  if (!takes_part(target, parts.kind()) ||
      std::max(target.length, target.latin_length) < kShortestJoin)
    return false;
  if (met(!span.on_query, span.target)) return false;
  for (std::size_t i = span.begin; i < span.begin + span.count; ++i)
    if (!takes_part(parts.words()[i], parts.kind()) || met(span.on_query, i)) return false;
  const Relation relation = joined_relation(span);
  if (relation.way == Way::kNone) return false;
  // The joined reading must beat what the words have by themselves.
  if (cheapest(!span.on_query, span.target) <= relation.cost) return false;
  for (std::size_t i = span.begin; i < span.begin + span.count; ++i)
    if (weight_of(parts.words()[i], parts.kind()) > costs::kInitialWeight &&
        has_exact_partner(span.on_query, i))
      return false;
  const std::uint32_t mask = ((1u << span.count) - 1) << span.begin;
  (span.on_query ? query_met_ : listed_met_) |= mask;
  (span.on_query ? listed_met_ : query_met_) |= 1u << span.target;
  const auto begin = static_cast<std::uint8_t>(span.begin);
  const auto count = static_cast<std::uint8_t>(span.count);
  const auto other = static_cast<std::uint8_t>(span.target);
  tally.meet(span.on_query ? Meeting{begin, count, other, 1, relation}
                           : Meeting{other, 1, begin, count, relation});
  return true;
}

Relation Pairing::joined_relation(const Span& span) {
  const NameView parts = span.on_query ? query_ : listed_;
  const NameView whole = span.on_query ? listed_ : query_;
  const Word& target = whole.words()[span.target];
  std::array<char, kLongestJoin * 256> buffer;
  std::size_t used = 0;
  const bool native = target.latin_count == 0;
  for (std::size_t i = span.begin; i < span.begin + span.count; ++i) {
    const Word& word = parts.words()[i];
    const std::string_view text = native ? parts.form(word) : parts.latin(word);
    text.copy(buffer.data() + used, text.size());
    used += text.size();
  }
  const std::string_view joined(buffer.data(), used);
  if (native) {
    if (joined != whole.form(target)) return {};
    return {Way::kJoined, costs::kJoined, 0};
  }
  const std::size_t limit = joined.size() >= kJoinLettersForEdit ? span.edits : 0;
  std::size_t distance = limit + 1;
  whole.any_spelling(target, [&](std::string_view spelling) {
    if (!work_.take()) return true;
    distance = std::min(distance, text::edit_distance(joined, spelling, limit));
    return distance == 0;
  });
  if (distance > limit) return {};
  const int cost = costs::kJoined + (distance == 0 ? 0 : costs::kEdit);
  return {Way::kJoined, static_cast<std::uint8_t>(cost), static_cast<std::uint8_t>(distance)};
}

void Pairing::assign(Tally& tally) {
  const auto xs = query_.words();
  const auto ys = listed_.words();
  GainMatrix matrix;
  matrix.rows = static_cast<int>(xs.size());
  matrix.columns = static_cast<int>(ys.size());
  for (std::size_t i = 0; i < xs.size(); ++i)
    for (std::size_t j = 0; j < ys.size(); ++j)
      matrix.gain[i][j] = query_met(i) || listed_met(j)
                              ? 0
                              : gain_of(relations_[i][j], {&xs[i], static_cast<int>(i)},
                                        {&ys[j], static_cast<int>(j)}, query_.kind());
  std::array<std::int8_t, kMaxWords> column_of_row;
  assign_best(matrix, column_of_row);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    if (column_of_row[i] < 0) continue;
    const auto j = static_cast<std::size_t>(column_of_row[i]);
    query_met_ |= 1u << i;
    listed_met_ |= 1u << j;
    tally.meet(
        {static_cast<std::uint8_t>(i), 1, static_cast<std::uint8_t>(j), 1, relations_[i][j]});
  }
}

}  // namespace vedette::names
