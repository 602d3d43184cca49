#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "catalogue/format.h"
#include "names/reading/analyser.h"
#include "names/reading/names_in_question.h"

namespace vedette::search {

// A question that is asked for as several kinds of name. The question must outlive it.
class AskedQuestion {
 public:
  AskedQuestion(const names::Analyser& analyser, std::string_view question)
      : analyser_(analyser), question_(question) {}

  // Its names as one kind of name.
  std::vector<names::AnalysedName> as(names::Kind kind) {
    const auto others = question_.other_names(analyser_.lexicon(), kind);
    std::vector<names::AnalysedName> analysed;
    analysed.reserve(1 + others.size());
    analysed.push_back(analyser_.analyse(question_.text(), question_.words(), kind, &memo_));
    for (const std::string& name : others)
      analysed.push_back(analyser_.analyse(name, kind, &memo_));
    return analysed;
  }

 private:
  static constexpr unsigned kMemoBits = 4;  // names have few words

  const names::Analyser& analyser_;
  names::ReadQuestion question_;
  names::SoundMemo memo_{kMemoBits};
};

// The names of a question as each kind of name: a listed name is compared as what it is, a party
// whose kind the list leaves open as a person and as an organisation.
class AskedNames {
 public:
  AskedNames(const names::Analyser& analyser, std::string_view question) {
    AskedQuestion asked(analyser, question);
    for (const names::Kind kind :
         {names::Kind::kPerson, names::Kind::kOrganisation, names::Kind::kThing})
      names_[static_cast<std::size_t>(kind)] = asked.as(kind);
  }
  std::span<const names::AnalysedName> as(names::Kind kind) const {
    return names_[static_cast<std::size_t>(kind)];
  }

 private:
  // By kind; listed names are of the first three.
  std::array<std::vector<names::AnalysedName>, 3> names_;
};

}  // namespace vedette::search
