#pragma once

#include <span>

#include "names/reading/question_piece.h"

namespace vedette::names {

// Adds what only persons are called by: with initials that were written as a word, without a
// nickname, without the office, title or degree that stands beside the name, and the like. The
// parts are those of the piece.
void add_person_names(const QuestionPiece& piece, std::span<const Part> parts, NamesFound& names);

}  // namespace vedette::names
