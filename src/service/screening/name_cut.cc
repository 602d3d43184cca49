#include "service/screening/name_cut.h"

namespace vedette::service {

bool is_name_cut(const names::Analyser& analyser, profile::Family family, std::string_view name) {
  const names::Kind kind =
      family == profile::Family::kIndividual ? names::Kind::kPerson : names::Kind::kOrganisation;
  const names::AnalysedName asked = analyser.analyse(name, kind);
  return names::NameView(asked).header().truncated != 0;
}

}  // namespace vedette::service
