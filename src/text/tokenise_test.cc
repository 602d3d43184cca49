#include "text/tokenise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/utf8.h"

namespace vedette::text {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> words_of(std::string_view name) {
  const Words words = tokenise(name);
  std::vector<std::string> out;
  for (const Word& word : words.words())
    out.push_back(encode(word.text));
  return out;
}

TEST(Tokenise, BlanksAndPunctuationSeparateWords) {
  EXPECT_THAT(words_of("  Vladimir   Putin "), ElementsAre("vladimir", "putin"));
  EXPECT_THAT(words_of("Smith/Jones;\"Bob\""), ElementsAre("smith", "jones", "bob"));
  EXPECT_THAT(words_of(""), ElementsAre());
  EXPECT_THAT(words_of("... --- !!!"), ElementsAre());
}

TEST(Tokenise, TheCommaThatTellsTheFamilyNameIsCounted) {
  const Words words = tokenise("PUTIN, Vladimir Vladimirovich");
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[0].commas_before, 0);
  EXPECT_EQ(words[1].commas_before, 1);
  EXPECT_EQ(words[2].commas_before, 1);
  EXPECT_TRUE(words[0].all_capitals);
  EXPECT_FALSE(words[1].all_capitals);
  EXPECT_TRUE(words[1].capitalised);
  EXPECT_THAT(words_of("محمد، علي"), ElementsAre("محمد", "علي"));
  EXPECT_EQ(tokenise("محمد، علي")[1].commas_before, 1) << "the Arabic comma";
}

TEST(Tokenise, AnApostropheInsideAWordIsLeftOut) {
  EXPECT_THAT(words_of("O'Brien"), ElementsAre("obrien"));
  EXPECT_THAT(words_of("Sa’id D`Angelo"), ElementsAre("said", "dangelo"));
  EXPECT_THAT(words_of("'Abd al-Rahman"), ElementsAre("abd", "al", "rahman"));
}

TEST(Tokenise, AHyphenSeparatesAndIsRemembered) {
  const Words words = tokenise("Jean-Pierre al-Masri");
  EXPECT_THAT(words_of("Jean-Pierre al-Masri"), ElementsAre("jean", "pierre", "al", "masri"));
  EXPECT_TRUE(words[0].joined_to_next);
  EXPECT_FALSE(words[1].joined_to_next);
  EXPECT_TRUE(words[2].joined_to_next);
}

TEST(Tokenise, LettersWithFullStopsAreOneWord) {
  EXPECT_THAT(words_of("A.B.C. Ltd"), ElementsAre("abc", "ltd"));
  EXPECT_THAT(words_of("Banco Santander S.A."), ElementsAre("banco", "santander", "sa"));
  EXPECT_THAT(words_of("G.m.b.H"), ElementsAre("gmbh"));
  EXPECT_THAT(words_of("V. Putin"), ElementsAre("v", "putin"));
  EXPECT_THAT(words_of("J.R.R.Tolkien"), ElementsAre("jrr", "tolkien"));
  EXPECT_THAT(words_of("A.Smith Co.Ltd"), ElementsAre("a", "smith", "co", "ltd"));
  EXPECT_TRUE(tokenise("S.A.")[0].dotted);
  EXPECT_TRUE(tokenise("V. Putin")[0].dotted);
  EXPECT_FALSE(tokenise("Co.Ltd")[0].dotted);
  EXPECT_FALSE(tokenise("Co.Ltd")[1].dotted);
}

TEST(Tokenise, AmpersandAndDigitsAreWords) {
  EXPECT_THAT(words_of("Marks & Spencer"), ElementsAre("marks", "&", "spencer"));
  EXPECT_THAT(words_of("7-Eleven G4S 1,000"), ElementsAre("7", "eleven", "g4s", "1", "000"));
  EXPECT_EQ(tokenise("1,000 Lakes")[2].commas_before, 0) << "no comma of a name";
  EXPECT_TRUE(tokenise("G4S")[0].has_digit);
}

TEST(Tokenise, WordsKnowTheirBytesInTheOriginal) {
  const std::string name = "Сергей (Sergei) O'Neil";
  const Words words = tokenise(name);
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(name.substr(words[0].begin, words[0].end - words[0].begin), "Сергей");
  EXPECT_EQ(name.substr(words[1].begin, words[1].end - words[1].begin), "Sergei");
  EXPECT_EQ(name.substr(words[2].begin, words[2].end - words[2].begin), "O'Neil");
  EXPECT_TRUE(words[1].in_brackets);
  EXPECT_FALSE(words[2].in_brackets);
}

TEST(Tokenise, LookAlikeLettersOfAnotherScriptAreRepaired) {
  const Words latin = tokenise("\u0420utin");  // Cyrillic Er
  EXPECT_EQ(encode(latin[0].text), "putin");
  EXPECT_TRUE(latin[0].repaired);
  EXPECT_EQ(words_of("П\u0079тин"), words_of("Путин")) << "Latin y for Cyrillic u";
  EXPECT_EQ(words_of("Ηarry"), words_of("Harry")) << "Greek Eta";
  EXPECT_FALSE(tokenise("Путин")[0].repaired);
}

TEST(Tokenise, AWordThatIsTrulyOfTwoScriptsIsCut) {
  const Words words = tokenise("Газпромbank");
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].script, Script::Cyrillic);
  EXPECT_TRUE(words[0].joined_to_next);
  EXPECT_EQ(words[1].script, Script::Latin);
}

TEST(Tokenise, ArabicNamesInTwoHalvesAreOneWordAsInLatinLetters) {
  EXPECT_THAT(words_of("هدايت الله"), ElementsAre("هدايتالله"));
  EXPECT_THAT(words_of("سراج الدين حقانى"), ElementsAre("سراجالدين", "حقانى"));
  EXPECT_THAT(words_of("ثناء اللہ غفاری"), ElementsAre("ثناءاللہ", "غفاری"));
  EXPECT_THAT(words_of("الله"), ElementsAre("الله"));
  EXPECT_EQ(tokenise("هدايت الله")[0].end, 19u);
}

TEST(Tokenise, TheArabicArticleIsAWordOfItsOwn) {
  EXPECT_THAT(words_of("بشار الأسد"), ElementsAre("بشار", "ال", "أسد"));
  EXPECT_THAT(words_of("الياس خوري"), ElementsAre("الياس", "خوري")) << "Elias has no article";
  EXPECT_THAT(words_of("نور الدين"), ElementsAre("نورالدين"));
}

TEST(Tokenise, TwoPersianGivenNamesAreTwoWordsHoweverTheyAreWritten) {
  EXPECT_EQ(words_of("محمدرضا"), words_of("محمد رضا"));
  EXPECT_EQ(words_of("علی‌اکبر"), words_of("علی اکبر"));
  EXPECT_THAT(words_of("حسین‌پور"), ElementsAre("حسینپور")) << "one family name";
  EXPECT_EQ(words_of("رضا زاده"), words_of("رضازاده")) << "and so is Rezazadeh";
}

TEST(Tokenise, ServantNamesAreTwoWordsHoweverTheyAreWritten) {
  EXPECT_EQ(words_of("عبدالرحمن"), words_of("عبد الرحمن"));
  EXPECT_THAT(words_of("عبدالغفار قریشی"), ElementsAre("عبد", "ال", "غفار", "قریشی"));
  EXPECT_THAT(words_of("عبدالله"), ElementsAre("عبدالله"));
  EXPECT_EQ(words_of("عبد الله"), words_of("عبدالله"));
  const Words words = tokenise("عبدالرحمن");
  EXPECT_TRUE(words[0].joined_to_next);
  EXPECT_EQ(words[0].end, 6u);
  EXPECT_EQ(words[1].begin, 6u);
}

TEST(Tokenise, ChineseNamesAreCutAfterTheFamilyName) {
  EXPECT_THAT(words_of("习近平"), ElementsAre("习", "近平"));
  EXPECT_THAT(words_of("欧阳修"), ElementsAre("欧阳", "修"));
  EXPECT_THAT(words_of("司馬相如"), ElementsAre("司馬", "相如"));
  const Words words = tokenise("习近平");
  EXPECT_EQ(words[0].part, Part::Family);
  EXPECT_EQ(words[1].part, Part::Given);
  EXPECT_EQ(words[0].end, 3u);
  EXPECT_EQ(words[1].begin, 3u);
  EXPECT_EQ(words[1].end, 9u);
  EXPECT_THAT(words_of("Xi Jinping (习近平)"), ElementsAre("xi", "jinping", "习", "近平"));
}

TEST(Tokenise, JapaneseNamesAreCutAfterTheFamilyName) {
  EXPECT_THAT(words_of("安倍晋三"), ElementsAre("安倍", "晋三"));
  EXPECT_THAT(words_of("佐々木健一"), ElementsAre("佐々木", "健一"));
  EXPECT_EQ(tokenise("岸田 文雄")[0].part, Part::Family);
  EXPECT_THAT(words_of("林志玲"), ElementsAre("林", "志玲")) << "three characters are Chinese";
}

TEST(Tokenise, ForeignNamesInChineseAreCutAtTheMiddleDotOnly) {
  EXPECT_THAT(words_of("瓦列里·布甘巴"), ElementsAre("瓦列里", "布甘巴"));
  EXPECT_THAT(words_of("中国石油天然气"), ElementsAre("中国石油天然气"));
}

TEST(Tokenise, KoreanNamesAreCutAfterTheFamilyName) {
  EXPECT_THAT(words_of("김정은"), ElementsAre("김", "정은"));
  EXPECT_THAT(words_of("남궁민수"), ElementsAre("남궁", "민수"));
  EXPECT_THAT(words_of("블라디미르 푸틴"), ElementsAre("블라디미르", "푸틴"));
  EXPECT_EQ(tokenise("김 정은")[0].part, Part::Family);
}

TEST(Tokenise, AScriptNobodyThoughtOfIsStillAWord) {
  EXPECT_THAT(words_of("ܦܘܠܘܣ ⵢⵓⵙⴼ"), ElementsAre("ܦܘܠܘܣ", "ⵢⵓⵙⴼ"));
}

TEST(Tokenise, EveryLetterOfAKnownScriptMakesAWord) {
  for (char32_t value = 0x21; value < 0x30000; ++value) {
    if (value >= 0xD800 && value < 0xE000) continue;
    std::string name;
    append_utf8(value, name);
    const std::u32string normal = normalise(name);
    if (normal.size() != 1 || script_of(normal[0]) == Script::Other) continue;
    EXPECT_EQ(tokenise(name).size(), 1u) << "code point " << static_cast<unsigned>(value);
  }
}

TEST(Tokenise, WhatDoesNotFitIsReported) {
  EXPECT_FALSE(tokenise("a normal name").cut());
  EXPECT_TRUE(tokenise(std::string(kMaxWordLength + 1, 'a')).cut());
  EXPECT_FALSE(tokenise(std::string(kMaxWordLength, 'a')).cut());
  std::string many;
  for (std::size_t i = 0; i <= kMaxWords; ++i)
    many += "a ";
  EXPECT_TRUE(tokenise(many).cut());
  EXPECT_EQ(tokenise(many).size(), kMaxWords);
  EXPECT_TRUE(tokenise(std::string(kMaxNameBytes + 1, ' ')).cut());
}

TEST(Tokenise, BadBytesAreReportedAndLeftOut) {
  const Words words = tokenise("Pu\xfftin");
  EXPECT_TRUE(words.malformed());
  EXPECT_EQ(encode(words[0].text), "putin");
  EXPECT_FALSE(tokenise("Putin").malformed());
}

TEST(Tokenise, WordsMayBeMovedAndReused) {
  Words words = tokenise("Vladimir Putin");
  const Words moved = std::move(words);
  EXPECT_EQ(encode(moved[1].text), "putin");
  Words again;
  tokenise("Sergei Lavrov Viktorovich", again);
  tokenise("Xi", again);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(encode(again[0].text), "xi");
}

TEST(Tokenise, LettersOfAnyScriptThatLookLatinAreLatin) {
  EXPECT_THAT(words_of("Ꮩladimir"), ElementsAre("vladimir"));  // Cherokee
  EXPECT_THAT(words_of("ꓦꓡꓮꓓꓲꓟꓲꓣ"), ElementsAre("vladimir"));  // Lisu
  EXPECT_THAT(words_of("Tհomas"), ElementsAre("thomas"));      // Armenian
  EXPECT_THAT(words_of("ɡeorɡe"), ElementsAre("george"));      // phonetics
  // A word that is written in such a script stays.
  EXPECT_THAT(words_of("Սուրեն"), ElementsAre("սուրեն"));
}

}  // namespace
}  // namespace vedette::text
