#pragma once

#include "names/words/kind.h"
#include "names/words/word.h"

namespace vedette::names {

// What a letter more, less or other in a word costs, and how many may differ; what follows from
// that for the least that any other word can cost.

// How many edits two words may have between them and still be one word. Short words of people get
// two as well: the whole-name budget (names/comparing/score.cc) decides whether that is too many.
int edit_budget(const Word& a, const Word& b, Kind kind);
// What so many edits between two words cost. Light ones are the slips people make most.
int edit_cost(int edits, bool light, const Word& a, const Word& b);

// No relation of the word to any other by so many edits costs less; kNoEdits when there is none. An
// index that has not looked for edits yet knows so much.
inline constexpr int kNoEdits = 255;
int least_edit_cost(const Word& word, Kind kind, int edits, bool between_scripts);
// The same of a word of an organisation that is cut short.
int least_cut_cost();

// A word that no table knows and that is short enough to be a particle with a letter too many.
inline bool is_garbled_particle(const Word& word) {
  return word.role == Role::kName && word.row_count == 0 && !(word.flags & kKnownName) &&
         word.length >= 3 && word.length <= 4;
}

}  // namespace vedette::names
