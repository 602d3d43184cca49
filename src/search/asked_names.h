#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "catalogue/format.h"
#include "names/analyser.h"
#include "names/names_in_question.h"

namespace vedette::search {

// The names of a question as one kind of name.
inline std::vector<names::AnalysedName> analyse_question(const names::Analyser& analyser,
                                                         std::string_view question,
                                                         names::Kind kind) {
  std::vector<names::AnalysedName> analysed;
  for (const std::string& name : names::names_in_question(analyser.lexicon(), question, kind))
    analysed.push_back(analyser.analyse(name, kind));
  return analysed;
}

// The names of a question as each kind of name: a listed name is compared as what it is, a party
// whose kind the list leaves open as a person and as an organisation.
class AskedNames {
 public:
  AskedNames(const names::Analyser& analyser, std::string_view question) {
    for (const names::Kind kind :
         {names::Kind::kPerson, names::Kind::kOrganisation, names::Kind::kThing})
      names_[static_cast<std::size_t>(kind)] = analyse_question(analyser, question, kind);
  }
  std::span<const names::AnalysedName> as(names::Kind kind) const {
    return names_[static_cast<std::size_t>(kind)];
  }

 private:
  std::array<std::vector<names::AnalysedName>, catalogue::kWordKinds> names_;
};

}  // namespace vedette::search
