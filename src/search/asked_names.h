#pragma once

#include <array>
#include <string_view>

#include "catalogue/format.h"
#include "names/analyser.h"

namespace vedette::search {

// The name of a query as each kind of name: a listed name is compared as what it is, a party whose
// kind the list leaves open as a person and as an organisation.
class AskedNames {
 public:
  AskedNames(const names::Analyser& analyser, std::string_view name) {
    for (const names::Kind kind :
         {names::Kind::kPerson, names::Kind::kOrganisation, names::Kind::kThing})
      names_[static_cast<std::size_t>(kind)] = analyser.analyse(name, kind);
  }
  names::NameView as(names::Kind kind) const { return names_[static_cast<std::size_t>(kind)]; }

 private:
  std::array<names::AnalysedName, catalogue::kWordKinds> names_;
};

}  // namespace vedette::search
