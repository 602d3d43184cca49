#include "text/by_ear.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vedette::text {
namespace {

bool share_key(std::u32string_view word, Script script, std::string_view ascii) {
  const EarKeys keys = ear_keys(word, script);
  const std::uint32_t key = ear_key(ascii);
  return key != 0 && std::ranges::find(keys.all(), key) != keys.all().end();
}

TEST(ByEar, ReadsForeignNamesInEveryScript) {
  EXPECT_TRUE(share_key(U"普京", Script::Han, "putin"));
  EXPECT_TRUE(share_key(U"푸틴", Script::Hangul, "putin"));
  EXPECT_TRUE(share_key(U"プーチン", Script::Katakana, "putin"));
  EXPECT_TRUE(share_key(U"פוטין", Script::Hebrew, "putin"));
  EXPECT_TRUE(share_key(U"بوتين", Script::Arabic, "putin"));
}

TEST(ByEar, HasNoReadingOfOtherScripts) {
  EXPECT_TRUE(ear_keys(U"путин", Script::Cyrillic).all().empty());
  EXPECT_TRUE(ear_keys(U"putin", Script::Latin).all().empty());
}

TEST(ByEar, HasNoReadingOfASingleCharacter) {
  EXPECT_TRUE(ear_keys(U"李", Script::Han).all().empty());
}

TEST(ByEar, AsksForTwoConsonants) {
  EXPECT_EQ(ear_key("lee"), 0u);
  EXPECT_NE(ear_key("laden"), 0u);
}

TEST(ByEar, LongerNamesSayMore) {
  const int longer = ear_evidence(U"科瓦连科", "kovalenko");
  EXPECT_GT(longer, ear_evidence(U"马丁", "martin"));
  EXPECT_GT(longer, 100);
}

TEST(ByEar, EachLetterThatIsNotHeardSaysLess) {
  const int same = ear_evidence(U"プーチン", "putin");
  EXPECT_GT(same, ear_evidence(U"プーチン", "putina"));
  EXPECT_GT(ear_evidence(U"プーチン", "putina"), ear_evidence(U"プーチン", "patrikin"));
  EXPECT_LT(ear_evidence(U"プーチン", "lukashenko"), 0);
}

}  // namespace
}  // namespace vedette::text
