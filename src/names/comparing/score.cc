#include "names/comparing/score.h"

#include <algorithm>

#include "names/comparing/organisation_score.h"
#include "names/comparing/pairing.h"
#include "names/comparing/person_score.h"
#include "names/comparing/whole_name.h"
#include "names/tables/costs.h"

namespace vedette::names {
namespace {

bool identical(NameView a, NameView b) {
  if (a.header().identity != b.header().identity) return false;
  const auto xs = a.words();
  const auto ys = b.words();
  return std::ranges::equal(xs, ys,
                            [&](const Word& x, const Word& y) { return a.form(x) == b.form(y); });
}

// The same words in another order: a person's name all the same.
bool reordered(NameView a, NameView b, const Tally& tally) {
  if (a.kind() != Kind::kPerson || tally.total() > 0) return false;
  if (a.header().truncated || b.header().truncated) return false;
  const auto meetings = tally.meetings();
  return meetings.size() == a.words().size() && meetings.size() == b.words().size() &&
         std::ranges::all_of(meetings,
                             [](const Meeting& m) { return m.relation.way == Way::kExact; });
}

// Names that differ in nothing that costs are not identical all the same. The point has a reason:
// a word met in another form, words that one side has and that count nothing, or what was cut.
void charge_difference(const Pairing& pairing, Tally& tally) {
  const auto meetings = tally.meetings();
  for (std::size_t m = 0; m < meetings.size(); ++m)
    if (meetings[m].relation.way != Way::kExact)
      return tally.charge(Reason::kMeeting, costs::kNotIdentical, Side::kBoth, m);
  for (const Side side : {Side::kQuery, Side::kListed}) {
    const bool query = side == Side::kQuery;
    const std::size_t words = (query ? pairing.query() : pairing.listed()).words().size();
    for (std::size_t i = 0; i < words; ++i)
      if (!(query ? pairing.query_met(i) : pairing.listed_met(i)))
        return tally.charge(Reason::kSetAside, costs::kNotIdentical, side);
  }
  tally.charge(Reason::kNotIdentical, costs::kNotIdentical);
}

int no_word_met(Tally& tally) {
  tally.charge(Reason::kNothingShared, costs::kBest);
  return 0;
}

int scored(NameView query, NameView listed, Side asked, Tally& tally, bool& capped) {
  Pairing pairing(query, listed);
  const bool any = pairing.pair(tally);
  capped = pairing.work_spent();
  if (query.kind() == Kind::kPerson) {
    if (!any) return no_word_met(tally);
    settle_person(pairing, asked, tally);
  } else {
    if (any) settle_organisation(pairing, asked, tally);
    if (!settle_whole_names(pairing, asked, any, tally)) return no_word_met(tally);
  }
  if (reordered(query, listed, tally)) return costs::kBest;
  if (tally.total() == 0) charge_difference(pairing, tally);
  return std::clamp(costs::kBest - tally.total(), 0, costs::kBestOther);
}

}  // namespace

Score score(NameView query, NameView listed, Tally& tally) {
  tally.clear();
  Score result;
  if (query.kind() != listed.kind()) return result;
  result.truncated = query.header().truncated || listed.header().truncated;
  if (query.words().empty() || listed.words().empty()) return result;
  if (identical(query, listed)) {
    for (std::uint8_t i = 0; i < query.header().word_count; ++i)
      tally.meet({i, 1, i, 1, {Way::kExact, 0, 0}});
    result.value = costs::kBest;
    return result;
  }
  // Ties between equally good pairings are broken by order; comparing in one fixed direction makes
  // the score of (a, b) the score of (b, a), but for an address that only the query has.
  if (query.header().identity <= listed.header().identity) {
    result.value = scored(query, listed, Side::kQuery, tally, result.capped);
  } else {
    result.value = scored(listed, query, Side::kListed, tally, result.capped);
    tally.swap_sides();
  }
  return result;
}

Score score(NameView query, NameView listed) {
  Tally tally;
  return score(query, listed, tally);
}

}  // namespace vedette::names
