#include "text/fold.h"

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

std::string normalised(std::string_view name) {
  return encode(normalise(name));
}

TEST(Fold, CaseAndDiacriticsDoNotMakeAnotherName) {
  EXPECT_EQ(fold("MÜLLER"), "muller");
  EXPECT_EQ(fold("Łukasz Żółć"), "lukasz zolc");
  EXPECT_EQ(fold("Nguyễn Phú Trọng"), "nguyen phu trong");
  EXPECT_EQ(fold("Æthelred Þórr Œuvre"), "aethelred thorr oeuvre");
  EXPECT_EQ(fold("İstanbul ışık"), "istanbul isik");
  EXPECT_EQ(fold("Groß"), "gross");
}

TEST(Fold, ALetterAndItsMarkWrittenApartAreTheSameLetter) {
  EXPECT_EQ(normalised("Mu\u0308ller"), normalised("Müller"));
  EXPECT_EQ(normalised("ガ"), normalised("カ\u3099"));
  EXPECT_EQ(normalised("한"), normalised("\u1112\u1161\u11ab"));
  EXPECT_EQ(normalised("и\u0306"), "й");
}

TEST(Fold, CyrillicLettersThatAMarkMakesStayThemselves) {
  EXPECT_EQ(fold("Йёїў"), "йёїў");
  EXPECT_EQ(fold("Пу́тин"), "путин") << "a stress mark is no letter";
}

TEST(Fold, FullWidthLigaturesAndOrnamentalLettersArePlainLetters) {
  EXPECT_EQ(fold("ＰＵＴＩＮ"), "putin");
  EXPECT_EQ(fold("ﬁn"), "fin");
  EXPECT_EQ(fold("𝐏𝐮𝐭𝐢𝐧"), "putin");
  EXPECT_EQ(fold("ｶﾞ"), "ガ");
  EXPECT_EQ(fold("ﻣﺤﻤﺪ"), "محمد") << "Arabic presentation forms";
}

TEST(Fold, InvisibleCharactersAreGone) {
  EXPECT_EQ(fold("Pu\u00adtin"), "putin") << "soft hyphen";
  EXPECT_EQ(fold("\u202eVladimir\u202c"), "vladimir") << "right-to-left override";
  EXPECT_EQ(fold("Vla\u200bdi\u200dmir\ufeff"), "vladimir") << "zero width";
}

TEST(Fold, QuotesDashesBlanksAndDigitsHaveOneForm) {
  EXPECT_EQ(fold("O’Brien"), "o'brien");
  EXPECT_EQ(fold("Jean–Pierre"), "jean-pierre");
  EXPECT_EQ(fold("a\u00a0b\u3000c"), "a b c");
  EXPECT_EQ(fold("٣٤५"), "345");
}

TEST(Fold, VowelPointsOfArabicAndHebrewAreDropped) {
  EXPECT_EQ(fold("مُحَمَّد"), fold("محمد"));
  EXPECT_EQ(fold("דָּוִד"), fold("דוד"));
  EXPECT_EQ(fold("محـــمد"), fold("محمد")) << "the stretching bar";
}

TEST(Fold, IndianVowelSignsAreLettersAndStay) {
  EXPECT_EQ(fold("मोदी"), "मोदी");
}

TEST(Fold, BytesOfEachLetterAreKnown) {
  std::vector<Unit> units;
  normalise("aÜ\u0301", units);
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[1].begin, 1u);
  EXPECT_EQ(units[1].end, 5u);
  EXPECT_TRUE(units[1].capital);
  EXPECT_FALSE(units[0].capital);
}

TEST(Fold, MalformedBytesBecomeTheReplacementCharacter) {
  EXPECT_EQ(normalise("a\xff"), std::u32string(U"a\uFFFD"));
  EXPECT_EQ(decode("\xc0\xaf"), std::u32string(U"\uFFFD\uFFFD")) << "overlong form";
  EXPECT_EQ(decode("\xed\xa0\x80").size(), 3u) << "surrogate";
  EXPECT_EQ(decode("\xf4\x90\x80\x80").size(), 4u) << "beyond Unicode";
}

TEST(Fold, IsIdempotentForEveryCodePoint) {
  for (char32_t value = 1; value < 0x30000; ++value) {
    if (value >= 0xD800 && value < 0xE000) continue;
    std::string one;
    append_utf8(value, one);
    const std::string once = fold(one);
    EXPECT_TRUE(base::is_utf8(once));
    EXPECT_EQ(fold(once), once) << "code point " << static_cast<unsigned>(value);
  }
}

}  // namespace
}  // namespace vedette::text
