#include "names/words/word_list.h"

#include <gtest/gtest.h>

namespace vedette::names {
namespace {

constexpr WordList kWords = {
    U"or", U"oder", U"or", U"a-word-of-more-letters-than-lengths-are-told", U"или", U"&"};

TEST(WordList, HasItsWordsAndNoOthers) {
  for (const std::u32string_view word : kWords.words())
    EXPECT_TRUE(kWords.has(word));
  for (const std::u32string_view other :
       {U"", U"o", U"ok", U"order", U"oda", U"иле", U"a-word-of-more-letters-than-lengths-are-tolt",
        U"a-word-of-more-letters-than-lengths-are-told-here"})
    EXPECT_FALSE(kWords.has(other));
}

TEST(WordList, ShapesNeverHideAWord) {
  WordShapes shapes;
  EXPECT_FALSE(shapes.may_have(U"word"));
  shapes.add(U"word");
  EXPECT_TRUE(shapes.may_have(U"word"));
  EXPECT_FALSE(shapes.may_have(U""));
}

}  // namespace
}  // namespace vedette::names
