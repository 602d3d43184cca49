#include "names/comparing/compare.h"

#include <algorithm>
#include <optional>

#include "names/reading/names_in_question.h"
#include "names/tables/costs.h"

namespace vedette::names {

ComparableName::ComparableName(const Analyser& analyser, std::string_view utf8, Kind kind)
    : kind_(kind) {
  if (kind == Kind::kUnknown) {
    first_ = analyser.analyse(utf8, Kind::kPerson);
    second_ = analyser.analyse(utf8, Kind::kOrganisation);
  } else {
    first_ = analyser.analyse(utf8, kind);
  }
}

NameView ComparableName::as(Kind kind) const {
  if (kind_ == kind || (kind_ == Kind::kUnknown && kind == Kind::kPerson)) return first_.view();
  if (kind_ == Kind::kUnknown && kind == Kind::kOrganisation) return second_.view();
  return NameView();
}

Comparison compare(const ComparableName& query, const ComparableName& listed, Tally& tally) {
  Comparison best;
  bool first = true;
  for (const Kind kind : {Kind::kPerson, Kind::kOrganisation, Kind::kThing}) {
    const NameView a = query.as(kind);
    const NameView b = listed.as(kind);
    if (!a.valid() || !b.valid()) continue;
    Tally steps;
    const Score one = score(a, b, steps);
    if (first || one.value > best.score.value) {
      best = {one, kind};
      tally = steps;
      first = false;
    }
  }
  return best;
}

Comparison compare(const ComparableName& query, const ComparableName& listed) {
  Tally tally;
  return compare(query, listed, tally);
}

AskedName::AskedName(const Analyser& analyser, std::string_view question, Kind kind) {
  texts_ = names_in_question(analyser.lexicon(), question, kind);
  for (const std::string& name : texts_)
    names_.emplace_back(analyser, name, kind);
}

int score_of_asked(int score, std::size_t name) {
  return name == 0 ? score : std::min(score, costs::kBestOther);
}

Comparison compare(const AskedName& asked, const ComparableName& listed) {
  std::optional<Comparison> best;
  for (std::size_t i = 0; i < asked.names().size(); ++i) {
    Comparison one = compare(asked.names()[i], listed);
    one.score.value = score_of_asked(one.score.value, i);
    if (!best || one.score.value > best->score.value) best = one;
  }
  return *best;
}

}  // namespace vedette::names
