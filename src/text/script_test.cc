#include "text/script.h"

#include <gtest/gtest.h>

namespace vedette::text {
namespace {

TEST(Script, LettersKnowTheirScript) {
  EXPECT_EQ(script_of(U'a'), Script::Latin);
  EXPECT_EQ(script_of(U'ế'), Script::Latin);
  EXPECT_EQ(script_of(U'ж'), Script::Cyrillic);
  EXPECT_EQ(script_of(U'ώ'), Script::Greek);
  EXPECT_EQ(script_of(U'م'), Script::Arabic);
  EXPECT_EQ(script_of(U'گ'), Script::Arabic);
  EXPECT_EQ(script_of(U'ש'), Script::Hebrew);
  EXPECT_EQ(script_of(U'Ա'), Script::Armenian);
  EXPECT_EQ(script_of(U'ა'), Script::Georgian);
  EXPECT_EQ(script_of(U'न'), Script::Devanagari);
  EXPECT_EQ(script_of(U'ி'), Script::Tamil) << "vowel signs belong to their script";
  EXPECT_EQ(script_of(U'ක'), Script::Sinhala);
  EXPECT_EQ(script_of(U'ส'), Script::Thai);
  EXPECT_EQ(script_of(U'ລ'), Script::Lao);
  EXPECT_EQ(script_of(U'ហ'), Script::Khmer);
  EXPECT_EQ(script_of(U'အ'), Script::Myanmar);
  EXPECT_EQ(script_of(U'አ'), Script::Ethiopic);
  EXPECT_EQ(script_of(U'习'), Script::Han);
  EXPECT_EQ(script_of(U'あ'), Script::Hiragana);
  EXPECT_EQ(script_of(U'ー'), Script::Katakana);
  EXPECT_EQ(script_of(U'김'), Script::Hangul);
}

TEST(Script, DigitsAndPunctuationHaveNone) {
  for (const char32_t value :
       {U'0', U'-', U'\'', U' ', U'·', U'،', U'।', U'。', char32_t{0x10FFFF}})
    EXPECT_EQ(script_of(value), Script::Other) << static_cast<unsigned>(value);
}

TEST(Script, EachHasItsOwnName) {
  EXPECT_EQ(name_of(Script::Other), "other");
  EXPECT_EQ(name_of(Script::Hangul), "hangul");
  EXPECT_EQ(name_of(Script::Khmer), "khmer");
}

}  // namespace
}  // namespace vedette::text
