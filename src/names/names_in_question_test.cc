#include "names/names_in_question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vedette::names {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::SizeIs;

class NamesInQuestion : public testing::Test {
 protected:
  std::vector<std::string> person(std::string_view question) const {
    return names_in_question(lexicon_, question, Kind::kPerson);
  }
  std::vector<std::string> company(std::string_view question) const {
    return names_in_question(lexicon_, question, Kind::kOrganisation);
  }
  Lexicon lexicon_;
};

TEST_F(NamesInQuestion, AnOrdinaryNameIsOne) {
  for (const char* name :
       {"Barney Thistlewicke", "THISTLEWICKE, Barney", "José Ortega y Gasset", "林鄭月娥",
        "Mr. Barney Thistlewicke", "Mr & Mrs Thistlewicke", "Abd al-Rahman bin Said", "", "&"})
    EXPECT_THAT(person(name), ElementsAre(name));
  for (const char* name :
       {"Johnson and Johnson", "Kestrel & Sons Ltd", "Kestrel Harbour Shipping (Malta) Ltd",
        "Kestrel (Pvt) Ltd", "A/S Kestrel", "Ex"})
    EXPECT_THAT(company(name), ElementsAre(name));
}

TEST_F(NamesInQuestion, HoldersOfAJointAccountAreAskedForOneByOne) {
  for (const char* between : {" or ", " and ", " & ", " AND ", "/", " + ", " und ", "; "}) {
    const std::string question = std::string("Barney Thistlewicke") + between + "Olga Marchbanks";
    EXPECT_THAT(person(question), ElementsAre(question, "Barney Thistlewicke", "Olga Marchbanks"));
  }
  EXPECT_THAT(person("Mr Barney Thistlewicke & Mrs Olga Marchbanks"),
              ElementsAre("Mr Barney Thistlewicke & Mrs Olga Marchbanks", "Mr Barney Thistlewicke",
                          "Mrs Olga Marchbanks"));
  EXPECT_THAT(person("Олег Марченко и Ольга Марченко"), Contains("Ольга Марченко"));
  EXPECT_THAT(person("Ann Lee or Bob Day or Cy Fox"), SizeIs(4));
}

TEST_F(NamesInQuestion, ACoupleSharesItsFamilyName) {
  EXPECT_THAT(
      person("Barney and Olga Thistlewicke"),
      ElementsAre("Barney and Olga Thistlewicke", "Barney Thistlewicke", "Olga Thistlewicke"));
}

TEST_F(NamesInQuestion, TradeNamesAndEarlierNamesAreAskedFor) {
  for (const char* between : {" d/b/a ", " D.B.A. ", " dba ", " t/a ", " trading as ",
                              ", formerly ", " f/k/a ", " a.k.a. ", " formerly known as ", " c/o ",
                              " on behalf of ", " (formerly ", " ex ", "; ", " | "}) {
    const std::string question = std::string("Gatewick Ltd") + between + "Kestrel Harbour";
    EXPECT_THAT(company(question), ElementsAre(question, "Gatewick Ltd", "Kestrel Harbour"));
  }
  EXPECT_THAT(person("Barney Thistlewicke a.k.a. Johnny"), Contains("Johnny"));
  EXPECT_THAT(company("Gatewick (Kestrel Harbour) Ltd"),
              ElementsAre("Gatewick (Kestrel Harbour) Ltd", "Gatewick Ltd", "Kestrel Harbour"));
}

TEST_F(NamesInQuestion, ParticularsOfAPersonAreLeftAside) {
  EXPECT_THAT(person("BARNEY THISTLEWICKE DOB 07 OCT 1952 PASSPORT 12345"),
              Contains("BARNEY THISTLEWICKE"));
  EXPECT_THAT(person("Barney Born"), SizeIs(1));
  EXPECT_THAT(person("P<UTOTHISTLEWICKE<<BARNEY<JOHN<<<<<<<"),
              Contains("THISTLEWICKE, BARNEY JOHN"));
}

TEST_F(NamesInQuestion, NeverMoreThanTheLimit) {
  std::string question = "Barney Thistlewicke";
  for (int i = 0; i < 15; ++i)
    question += "; Olga Marchbanks" + std::string(1, static_cast<char>('a' + i));
  const auto names = person(question);
  EXPECT_LE(names.size(), kMaxNamesInQuestion);
  EXPECT_EQ(names.front(), question);
  EXPECT_TRUE(names.back().ends_with("Marchbankso"))
      << "the last one is the rest: " << names.back();
}

}  // namespace
}  // namespace vedette::names
