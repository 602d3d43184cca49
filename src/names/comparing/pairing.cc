#include "names/comparing/pairing.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "names/comparing/assignment.h"
#include "names/tables/costs.h"
#include "text/edit_distance.h"

namespace vedette::names {
namespace {

constexpr std::size_t kShortestJoin = 3;
constexpr std::uint8_t kNoRelation = 255;

// Legal forms are compared as sets (names/comparing/organisation_score.cc), not word by word.
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

// What tells a company from others, beside words that many have, must be long enough for a slip:
// Maybank is not Day Bank.
bool has_letters_for_edit(std::span<const Word> parts, Kind kind) {
  constexpr int kFewest = 5;
  if (kind != Kind::kOrganisation) return true;
  int own = 0;
  bool common = false;
  for (const Word& part : parts) {
    own += part.role == Role::kName ? part.length : 0;
    common = common || part.role == Role::kBusiness || part.role == Role::kGeneric;
  }
  return !common || own >= kFewest;
}

}  // namespace

int weight_of(const Word& word, Kind kind) {
  switch (word.role) {
    case Role::kName:
      if (kind == Kind::kPerson)
        return word.flags & kHalfName   ? costs::kHalfNameWeight
               : word.flags & kAlsoName ? costs::kTitleNameWeight
                                        : costs::kFullWord;
      return word.length == 1 ? costs::kLetterWeight : costs::kFullWord;
    case Role::kInitial:
      // What a field has cut was a whole name; left out it counts as one.
      return is_cut_off(word) ? costs::kFullWord : costs::kInitialWeight;
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

int left_weight(const Word& word, std::uint16_t place_flags, Kind kind) {
  if (kind == Kind::kPerson) {
    const bool counts =
        word.role == Role::kName || word.role == Role::kCompound || word.role == Role::kInitial;
    if (!counts) return 0;
    return word.flags & kLeftOutLightly ? costs::kLightlyLeftOutWeight : weight_of(word, kind);
  }
  return place_flags & kAlternative ? 0 : weight_of(word, kind);
}

int letters_met(const Meeting& meeting, std::span<const Word> query, std::span<const Word> listed) {
  const Word& x = query[meeting.query];
  const Word& y = listed[meeting.listed];
  if (meeting.query_count > 1) return y.length;
  if (meeting.listed_count > 1) return x.length;
  return std::min(x.length, y.length);
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
  for (auto& side : cheapest_)
    side.fill(kNoRelation);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    for (std::size_t j = 0; j < ys.size(); ++j) {
      Relation& relation = relations_[i][j];
      relation = {};
      if (!takes_part(xs[i], kind) || !takes_part(ys[j], kind)) continue;
      if (!may_relate(xs[i], ys[j], kind)) continue;
      relation = relate({query_, &xs[i]}, {listed_, &ys[j]}, work_);
      if (relation.way == Way::kNone) continue;
      any = true;
      note(i, j, relation);
    }
  }
  return any;
}

void Pairing::note(std::size_t i, std::size_t j, const Relation& relation) {
  cheapest_[0][i] = std::min(cheapest_[0][i], relation.cost);
  cheapest_[1][j] = std::min(cheapest_[1][j], relation.cost);
  if (relation.way != Way::kExact) return;
  exact_[0] |= 1u << i;
  exact_[1] |= 1u << j;
}

// Words that join exactly go before those that join with a slip.
bool Pairing::join_words(Tally& tally) {
  bool any = false;
  for (const bool on_query : {true, false}) {
    // Which spans may make up which words is found out once.
    std::array<Span, kMostSpans> spans;
    std::array<std::uint32_t, kMostSpans> targets;
    std::size_t count = 0;
    for_each_span(on_query, [&](const Span& span) {
      const std::uint32_t found = possible_targets(span);
      if (found == 0) return;
      spans[count] = span;
      targets[count++] = found;
    });
    for (const std::size_t edits : {0u, 1u})
      for (std::size_t k = 0; k < count && !work_.spent(); ++k)
        any = try_joins(spans[k], targets[k], edits, tally) || any;
  }
  return any;
}

bool Pairing::try_joins(const Span& span, std::uint32_t targets, std::size_t edits, Tally& tally) {
  if (!can_join(span)) return false;
  JoinedLetters letters;
  for (; targets != 0 && !work_.spent(); targets &= targets - 1)
    if (try_join(span, static_cast<std::size_t>(std::countr_zero(targets)), edits, letters, tally))
      return true;
  return false;
}

template <class Visit>
void Pairing::for_each_span(bool on_query, const Visit& visit) const {
  const std::size_t words = (on_query ? query_ : listed_).words().size();
  for (std::size_t begin = 0; begin + 1 < words; ++begin)
    for (std::size_t count = 2; count <= kLongestJoin && begin + count <= words; ++count)
      visit(Span{on_query, false, begin, count});
  if (query_.kind() == Kind::kPerson && words == kWordsThatTurn)
    visit(Span{on_query, true, 0, words});
}

// The letters must add up to the word, give or take one.
std::uint32_t Pairing::possible_targets(const Span& span) const {
  const auto parts = (span.on_query ? query_ : listed_).words().subspan(span.begin, span.count);
  const auto wholes = (span.on_query ? listed_ : query_).words();
  int length = 0;
  std::uint32_t letters = 0;
  for (const Word& part : parts) {
    length += part.latin_length;
    letters |= part.letters;
  }
  std::uint32_t targets = 0;
  for (std::size_t target = 0; target < wholes.size(); ++target) {
    const Word& whole = wholes[target];
    if (length > whole.longest + 1 || length + 1 < whole.shortest) continue;
    if (!at_most_two(whole.letters_all & ~letters) || !at_most_two(letters & ~whole.letters_any))
      continue;
    targets |= 1u << target;
  }
  return targets;
}

bool Pairing::can_join(const Span& span) const {
  const auto words = (span.on_query ? query_ : listed_).words();
  for (std::size_t i = span.begin; i < span.begin + span.count; ++i) {
    if (!takes_part(words[i], query_.kind()) || is_cut_off(words[i]) || met(span.on_query, i))
      return false;
    // A name that has its like on the other side stays by itself.
    if (weight_of(words[i], query_.kind()) > costs::kServantWeight &&
        (exact_[span.on_query ? 0 : 1] >> i & 1))
      return false;
  }
  return true;
}

bool Pairing::try_join(const Span& span, std::size_t target, std::size_t edits,
                       JoinedLetters& letters, Tally& tally) {
  const Word& whole = (span.on_query ? listed_ : query_).words()[target];
  if (!takes_part(whole, query_.kind()) || is_cut_off(whole) ||
      std::max(whole.length, whole.latin_length) < kShortestJoin)
    return false;
  if (met(!span.on_query, target)) return false;
  // The joined reading must beat what the words have by themselves.
  const int best = cheapest_[span.on_query ? 1 : 0][target];
  if (best <= costs::kJoined) return false;
  fill(span, letters);
  const Relation relation = joined_relation(span, whole, edits, letters);
  if (relation.way == Way::kNone || best <= relation.cost) return false;
  const std::uint32_t mask = ((1u << span.count) - 1) << span.begin;
  (span.on_query ? query_met_ : listed_met_) |= mask;
  (span.on_query ? listed_met_ : query_met_) |= 1u << target;
  const auto begin = static_cast<std::uint8_t>(span.begin);
  const auto count = static_cast<std::uint8_t>(span.count);
  const auto other = static_cast<std::uint8_t>(target);
  tally.meet(span.on_query ? Meeting{begin, count, other, 1, relation}
                           : Meeting{other, 1, begin, count, relation});
  return true;
}

void Pairing::fill(const Span& span, JoinedLetters& letters) const {
  if (letters.filled) return;
  letters.filled = true;
  const NameView parts = span.on_query ? query_ : listed_;
  for (std::size_t k = 0; k < span.count; ++k) {
    const Word& word = parts.words()[span.begin + (span.turned ? span.count - 1 - k : k)];
    const std::string_view latin = parts.latin(word);
    const std::string_view native = parts.form(word);
    letters.latin_size += latin.copy(letters.latin.data() + letters.latin_size, latin.size());
    letters.native_size += native.copy(letters.native.data() + letters.native_size, native.size());
  }
}

Relation Pairing::joined_relation(const Span& span, const Word& target, std::size_t edits,
                                  const JoinedLetters& letters) {
  const NameView whole = span.on_query ? listed_ : query_;
  if (target.latin_count == 0) {
    if (std::string_view(letters.native.data(), letters.native_size) != whole.form(target))
      return {};
    return {Way::kJoined, costs::kJoined, 0};
  }
  const std::string_view joined(letters.latin.data(), letters.latin_size);
  const auto parts = (span.on_query ? query_ : listed_).words().subspan(span.begin, span.count);
  const bool long_enough =
      joined.size() >= kJoinLettersForEdit && has_letters_for_edit(parts, query_.kind());
  const std::size_t limit = long_enough ? edits : 0;
  std::size_t distance = limit + 1;
  if (!work_.take()) return {};
  whole.any_spelling(target, [&](std::string_view spelling) {
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
