// Any two strings, of any kind: the scorer stays within its bounds, is symmetric, agrees with its
// explanation, the names in a query are read without harm, and the quick test for a relation hides
// nothing.

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "names/comparing/explanation.h"

using namespace vedette::names;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Lexicon lexicon;
  static const Analyser analyser(lexicon);
  if (size < 1) return 0;
  constexpr Kind kKinds[] = {Kind::kPerson, Kind::kOrganisation, Kind::kThing};
  const Kind kind = kKinds[data[0] % 3];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::size_t cut = text.find('\n');
  const std::string_view first = text.substr(0, cut);
  const std::string_view second = cut == std::string_view::npos ? first : text.substr(cut + 1);

  const ComparableName query(analyser, first, kind);
  const ComparableName listed(analyser, second, kind);
  const int value = compare(query, listed).score.value;
  VEDETTE_CHECK(value >= 0 && value <= 100);
  // Only the query of an organisation or a thing may be cut short, hold an address, or be one word.
  if (kind == Kind::kPerson) VEDETTE_CHECK(value == compare(listed, query).score.value);
  const Explanation explanation = explain(query, listed);
  VEDETTE_CHECK(explanation.score == value);

  // A question is never less than the name it is written as.
  const AskedName asked(analyser, first, kind);
  const int best = compare(asked, listed).score.value;
  VEDETTE_CHECK(best >= value && explain(asked, listed).score == best);

  const NameView a = query.as(kind);
  const NameView b = listed.as(kind);
  for (const Word& x : a.words())
    for (const Word& y : b.words())
      VEDETTE_CHECK(may_relate(x, y, kind) || relate({a, &x}, {b, &y}).way == Way::kNone);
  return 0;
}
