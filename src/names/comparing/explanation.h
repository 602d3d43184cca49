#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/comparing/compare.h"

namespace vedette::names {

// One word of the query and how it was met.
struct WordExplanation {
  std::string query_term;         // lower-cased cleaned word
  std::vector<std::string> ways;  // words of the interface: exact_match, edit_distance, ...
  std::string met;                // the listed word or words, empty when nothing met it
};

// What was taken off the score and why.
struct CostExplanation {
  int points = 0;
  std::string text;
};

// A score in words. Written from the scorer's own steps (names/comparing/tally.h).
struct Explanation {
  int score = 0;
  bool truncated = false;
  bool capped = false;
  Kind kind = Kind::kUnknown;
  std::vector<WordExplanation> words;
  std::vector<CostExplanation> costs;
  std::vector<std::string> left_query;  // words that met nothing
  std::vector<std::string> left_listed;
  std::string sentence;
};

Explanation explain(const ComparableName& query, const ComparableName& listed);
// Of the question's name that meets the listed one best.
Explanation explain(const AskedName& asked, const ComparableName& listed);
// Of one of the question's names, with a listed one that is analysed already.
Explanation explain(const AskedName& asked, std::size_t name, NameView listed);
// The same for two names that are analysed already, both as one kind.
Explanation explain(NameView query, NameView listed);

// The explanation as one JSON object.
std::string to_json(const Explanation& explanation);

// The word of the interface for a way, as seen by the query ("initial_to_word" when the query has
// the initial).
std::string_view way_name(Way way, bool query_has_initial);

}  // namespace vedette::names
