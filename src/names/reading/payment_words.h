#pragma once

#include "names/reading/question_piece.h"

namespace vedette::names {

// A payment line says more than a name: "PAYMENT TO X INVOICE 4471". The words of such lines at
// both ends of a part, and numbers and small words among them, are no words of the name. Returns
// what is left between them; the whole part where there are fewer than two such words, or where
// nothing would be left.
Part without_payment_words(const QuestionPiece& piece, const Part& part);

}  // namespace vedette::names
