#include "validation/corpus.h"

namespace vedette::validation {

base::Result<std::vector<variations::ListedName>> listed_names(
    const catalogue::Catalogue& catalogue) {
  std::vector<variations::ListedName> names;
  names.reserve(catalogue.name_count());
  for (std::uint32_t i = 0; i < catalogue.profile_count(); ++i) {
    if (!catalogue.is_matchable(i)) continue;
    VEDETTE_ASSIGN(const profile::Profile profile, catalogue.profile(i));
    for (const profile::Name& name : profile.names)
      names.push_back({name.text, variations::name_kind(profile.kind), profile.key.list,
                       profile.key.record, i});
  }
  return names;
}

search::Scope scope_of(names::Kind kind) {
  switch (kind) {
    case names::Kind::kPerson:
      return search::Scope::kIndividual;
    case names::Kind::kOrganisation:
    case names::Kind::kThing:
      return search::Scope::kBusiness;
    case names::Kind::kUnknown:
      return search::Scope::kBoth;
  }
  return search::Scope::kBoth;
}

std::string_view party_word(names::Kind kind) {
  switch (kind) {
    case names::Kind::kPerson:
      return "people";
    case names::Kind::kOrganisation:
      return "organisations";
    case names::Kind::kThing:
      return "vessels";
    case names::Kind::kUnknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace vedette::validation
