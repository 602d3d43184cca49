#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/comparing/score.h"
#include "names/reading/analyser.h"

namespace vedette::names {

// A name as the caller wrote it, analysed for its kind; a name of unknown kind for both kinds.
class ComparableName {
 public:
  ComparableName(const Analyser& analyser, std::string_view utf8, Kind kind);

  Kind kind() const { return kind_; }
  // The analysis as `kind`, an invalid view when the name was not analysed so.
  NameView as(Kind kind) const;

 private:
  Kind kind_;
  AnalysedName first_;   // as a person when the kind is unknown
  AnalysedName second_;  // as an organisation then
};

// A question, which may hold several names (names/reading/names_in_question.h), never none. All but
// the first are parts of it, whose score may not be that of identity.
class AskedName {
 public:
  AskedName(const Analyser& analyser, std::string_view question, Kind kind);
  const std::vector<ComparableName>& names() const { return names_; }
  const std::string& text(std::size_t name) const { return texts_[name]; }

 private:
  std::vector<std::string> texts_;
  std::vector<ComparableName> names_;
};
// The score of one of a question's names, its first being the question itself.
int score_of_asked(int score, std::size_t name);

// The score of two names. Where one side's kind is unknown, every kind that both can have is tried
// and the better score counts; `kind_used` tells which.
struct Comparison {
  Score score;
  Kind kind_used = Kind::kUnknown;
};
Comparison compare(const ComparableName& query, const ComparableName& listed, Tally& tally);
Comparison compare(const ComparableName& query, const ComparableName& listed);
// The best of the question's names, the first of equals.
Comparison compare(const AskedName& asked, const ComparableName& listed);

}  // namespace vedette::names
