#include "service/monitoring/same_question.h"

#include <algorithm>
#include <set>

#include "profile/country.h"
#include "search/asked_names.h"

namespace vedette::service {
namespace {

std::set<std::string> lower_countries(const Criteria& criteria) {
  std::set<std::string> codes;
  for (const std::string& text : criteria.countries) {
    const auto country = profile::parse_country_code(text);
    codes.insert(country ? country->lower() : text);
  }
  return codes;
}

// The score depends on nothing else of a name.
bool same_names(const names::Analyser& analyser, std::string_view one, std::string_view other) {
  const search::AskedNames asked(analyser, one);
  const search::AskedNames others(analyser, other);
  const auto bytes = [](const names::AnalysedName& name) { return names::NameView(name).bytes(); };
  return std::ranges::all_of(
      std::initializer_list<names::Kind>{names::Kind::kPerson, names::Kind::kOrganisation,
                                         names::Kind::kThing},
      [&](names::Kind kind) {
        return std::ranges::equal(asked.as(kind), others.as(kind), {}, bytes, bytes);
      });
}

}  // namespace

bool asks_the_same(const names::Analyser& analyser, const Criteria& before, const Criteria& after) {
  return before.dob == after.dob && before.gender == after.gender &&
         before.details == after.details && lower_countries(before) == lower_countries(after) &&
         same_names(analyser, before.name, after.name);
}

}  // namespace vedette::service
