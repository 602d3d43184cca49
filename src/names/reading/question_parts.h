#pragma once

#include <vector>

#include "names/reading/question_piece.h"

namespace vedette::names {

// The parts of a piece that are names of their own, cut where words, signs or particulars stand
// between names. None when nothing does, which is the usual.
std::vector<Part> parts_of(const QuestionPiece& piece);

}  // namespace vedette::names
