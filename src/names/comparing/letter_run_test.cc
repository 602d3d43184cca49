#include "names/comparing/letter_run.h"

#include <gtest/gtest.h>

#include "names/comparing/score.h"
#include "names/reading/analyser.h"

namespace vedette::names {
namespace {

const Analyser& analyser() {
  static const Lexicon lexicon;
  static const Analyser instance(lexicon);
  return instance;
}

std::string run(std::string_view name, LetterRun::Part part) {
  const AnalysedName analysed = analyser().analyse(name, Kind::kOrganisation);
  LetterRun letters(analysed, part);
  std::string text;
  while (letters.next()) {
    if (letters.begins_word() && !text.empty()) text += '|';
    text += letters.letter();
  }
  return text;
}

int organisation(std::string_view a, std::string_view b) {
  return score(analyser().analyse(a, Kind::kOrganisation),
               analyser().analyse(b, Kind::kOrganisation))
      .value;
}

int vessel(std::string_view a, std::string_view b) {
  return score(analyser().analyse(a, Kind::kThing), analyser().analyse(b, Kind::kThing)).value;
}

TEST(LetterRun, ReadsAllLettersTheCoreOrFromTheNameOn) {
  const std::string_view name = "OOO Bramblewood Neft Limited";
  EXPECT_EQ(run(name, LetterRun::Part::kAll), "ooo|bramblewood|neft|limited");
  EXPECT_EQ(run(name, LetterRun::Part::kCore), "bramblewood|neft");
  EXPECT_EQ(run(name, LetterRun::Part::kFromName), "bramblewood|neft|limited");
}

TEST(LetterRun, APhraseOfTheTablesHasItsBlanks) {
  EXPECT_EQ(run("Limited Liability Company Kvazar", LetterRun::Part::kAll),
            "limited|liability|company|kvazar");
}

TEST(WholeNames, BlanksThatWereLostOrPutInSayNothingAgainstAName) {
  EXPECT_EQ(organisation("SEAFIRE FOU NDATION", "Seafire Foundation"), 97);
  EXPECT_EQ(organisation("LIMITED LIABILITY COMPANYKVAZAR", "Limited Liability Company Kvazar"),
            97);
  EXPECT_EQ(organisation("NAFTANOAO", "NAFTAN OAO"), 97);
  EXPECT_GE(organisation("Bramble wood Ne ft LLC", "Bramblewood Neft"), 90);
  EXPECT_EQ(vessel("OCE ANSTAR", "Ocean Star"), 97);
}

TEST(WholeNames, DigitsThatBlanksPartDifferentlyAreOtherNumbers) {
  EXPECT_LT(vessel("Ocean Star 1 12", "Ocean Star 11 2"), 80);
  EXPECT_LT(organisation("Plant 11 2 Bramblewood", "Plant 1 12 Bramblewood"), 80);
}

TEST(WholeNames, ASlipInAPhraseOrALegalFormIsASlip) {
  EXPECT_GE(organisation("Bramblewood OJSSC", "Bramblewood OJSC"), 85);
  EXPECT_GE(organisation("Bramblewood News Agenyc", "Bramblewood News Agency"), 85);
  EXPECT_GE(organisation("Bram blewod Neft", "Bramblewood Neft"), 85);
}

TEST(WholeNames, ASlipBetweenTwoKnownWordsIsLeftToTheWords) {
  EXPECT_LT(organisation("Bramblewood Plant 12", "Bramblewood Plant 13"), 80);
  EXPECT_EQ(organisation("National Health Fund", "National Wealth Fund"), 87);
}

TEST(WholeNames, ANameThatEndsWithinAWordWasCut) {
  EXPECT_EQ(organisation("Gazprom Neft Tradi", "Gazprom Neft Trading GmbH"), 88);
  // Only the query is cut, an abbreviation is no cut word, and a few letters are many names'.
  EXPECT_LT(organisation("Gazprom Neft Trading GmbH", "Gazprom Neft Tradi"), 80);
  EXPECT_LT(organisation("Bramblewood Shipping Co", "Bramblewood Shipping Company Kvazar"), 80);
  EXPECT_LT(organisation("Gazprom Ne", "Gazprom Neft Trading GmbH"), 80);
  EXPECT_LT(organisation("Bramblewood Plant 1", "Bramblewood Plant 12 Kvazar"), 80);
}

}  // namespace
}  // namespace vedette::names
