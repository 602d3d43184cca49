#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/kind.h"
#include "names/lexicon.h"

namespace vedette::names {

// No question that the interface admits has room for more.
inline constexpr std::size_t kMaxNamesInQuestion = 250;

// The names under which a question is asked. Customer files give two parties, or one party under
// two names, in one field: a joint account ("A or B"), a trade name ("A d/b/a B"), an earlier name
// ("A, formerly B"), another name in brackets ("A (B)"), a list ("A; B"). They also give more than
// a name: a date of birth, the name line of a passport. The first name is always the question as it
// stands, so that whatever it finds is found; each further one is searched too, and the best score
// counts. Ordinary questions have one name.
std::vector<std::string> names_in_question(const Lexicon& lexicon, std::string_view question,
                                           Kind kind);

}  // namespace vedette::names
