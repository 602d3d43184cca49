#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/reading/names_found.h"
#include "names/tables/lexicon.h"
#include "names/words/kind.h"
#include "text/tokenise.h"

namespace vedette::names {

// What a question says before it is known what kind of party it names: read once for all kinds. The
// question must outlive it.
class ReadQuestion {
 public:
  explicit ReadQuestion(std::string_view question);
  ReadQuestion(const ReadQuestion&) = delete;  // holds views into itself
  ReadQuestion& operator=(const ReadQuestion&) = delete;

  // As it was asked, and its words.
  std::string_view text() const { return question_; }
  const text::Words& words() const { return words_; }

  // The names beside the question itself under which it is searched.
  std::vector<std::string> other_names(const Lexicon& lexicon, Kind kind) const;
  // The same, each with the rule that found it.
  std::vector<FoundName> found_names(const Lexicon& lexicon, Kind kind) const;

 private:
  void rewrite(std::string text, const NameRule& rule);

  std::string_view question_;
  text::Words words_;
  std::vector<FoundName> rewritten_;  // each from the one before
  std::string_view plain_;            // the last of these, or the question
  std::vector<std::string_view> pieces_;
};

// The names under which a question is asked. Customer files give two parties, or one party under
// two names, in one field: a joint account ("A or B"), a trade name ("A d/b/a B"), an earlier name
// ("A, formerly B"), another name in brackets ("A (B)"), a list ("A; B"). They also give more than
// a name: a date of birth, the name line of a passport. The first name is always the question as it
// stands, so that whatever it finds is found; each further one is searched too, and the best score
// counts. Ordinary questions have one name.
std::vector<std::string> names_in_question(const Lexicon& lexicon, std::string_view question,
                                           Kind kind);

}  // namespace vedette::names
