#include "service/screening/name_explanation.h"

#include <vector>

namespace vedette::service {
namespace {

// What a listed party of a family may be. Without a score to explain, an individual is a person.
std::vector<names::Kind> kinds_of(profile::Family family, bool has_score) {
  using enum names::Kind;
  if (family == profile::Family::kBusiness) return {kOrganisation, kThing, kUnknown};
  return has_score ? std::vector{kPerson, kUnknown} : std::vector{kPerson};
}

}  // namespace

names::Explanation explain_names(const names::Analyser& analyser, profile::Family family,
                                 std::string_view name, std::string_view listed,
                                 std::optional<std::int64_t> wanted) {
  std::optional<names::Explanation> best;
  for (const names::Kind kind : kinds_of(family, wanted.has_value())) {
    names::Explanation each = names::explain(names::AskedName(analyser, name, kind),
                                             names::ComparableName(analyser, listed, kind));
    if (wanted && each.score == *wanted) return each;
    if (!best || each.score > best->score) best = std::move(each);
  }
  return std::move(*best);
}

}  // namespace vedette::service
