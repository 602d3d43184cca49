#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "names/words/kind.h"
#include "search/query.h"

namespace vedette::search {

struct Work;

// What a search did, for people who ask why it is slow or what it looked at (`vedette screen
// --plan`). Costs nothing where Workspace::plan is null.

// A listed word that relates to a word of the query.
struct PlannedRelative {
  std::string word;
  std::uint8_t cost = 0;  // at least
};

struct PlannedWord {
  std::string form;
  bool looked_up = false;
  std::string_view reach = {};                  // how far: same spelling, one edit, two edits
  std::vector<PlannedRelative> relatives = {};  // nearest first
  std::uint64_t names = 0;                      // postings of these words together
};

// A word whose posting lists were followed.
struct PlannedStep {
  std::size_t word = 0;
  int reach = 0;               // relatives up to this cost
  std::uint64_t lists = 0;     // posting lists
  std::uint64_t postings = 0;  // entries in them
};

// Neighbouring names of the catalogue.
struct PlannedRange {
  std::uint64_t names = 0;
  bool scanned = false;  // the words could not narrow the names down
  std::vector<PlannedStep> steps = {};
};

// One name of the query as one kind of name, among the names of one part of the catalogue.
struct KindPlan {
  names::Kind kind = names::Kind::kPerson;
  std::string query;
  std::string_view among = {};  // people, organisations, parties of unknown kind ...
  bool is_further = false;      // a further name that was found in the query
  std::vector<PlannedWord> words = {};
  std::uint64_t joined_words = 0;  // listed words that words of the query make up together
  std::vector<PlannedRange> ranges = {};
  std::uint64_t words_compared = 0;
  std::uint64_t postings = 0;    // passed over
  std::uint64_t candidates = 0;  // names all of whose words were compared
  std::uint64_t scored = 0;
  std::uint64_t passed = 0;  // reached the threshold
};

struct SearchPlan {
  std::vector<KindPlan> kinds;
};

void note_plan(SearchPlan& plan, KindPlan kind, const Work& before, const Work& after,
               std::uint64_t passed);

// For a terminal.
std::string to_text(const SearchPlan& plan, const Results& results);
std::string to_json(const SearchPlan& plan, const Results& results);

}  // namespace vedette::search
