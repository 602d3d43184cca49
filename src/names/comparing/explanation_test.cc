#include "names/comparing/explanation.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

namespace vedette::names {
namespace {

Explanation explained(std::string_view query, std::string_view listed, Kind kind) {
  static const Lexicon lexicon;
  static const Analyser analyser(lexicon);
  return explain(ComparableName(analyser, query, kind), ComparableName(analyser, listed, kind));
}

std::string ways_of(const Explanation& explanation, std::string_view term) {
  for (const WordExplanation& word : explanation.words)
    if (word.query_term == term) {
      std::string ways;
      for (const std::string& way : word.ways)
        ways += (ways.empty() ? "" : ",") + way;
      return ways;
    }
  return "no such word";
}

TEST(Explanation, TellsForEachQueryWordHowItWasMet) {
  const Explanation e =
      explained("Mr Wladimir V. Pudin", "Vladimir Vladimirovich Putin", Kind::kPerson);
  EXPECT_EQ(ways_of(e, "mr"), "removed_personal_title");
  EXPECT_EQ(ways_of(e, "v"), "initial_to_word");
  EXPECT_EQ(ways_of(e, "pudin"), "edit_distance");
}

TEST(Explanation, TellsWhatIsLeftOnEachSide) {
  const Explanation e =
      explained("Sergey Viktorovich Lavrov", "Sergey Ivanovich Lavrov", Kind::kPerson);
  EXPECT_EQ(e.left_query, std::vector<std::string>{"viktorovich"});
  EXPECT_EQ(e.left_listed, std::vector<std::string>{"ivanovich"});
}

TEST(Explanation, GluedWordsAreARemovedSpace) {
  EXPECT_EQ(ways_of(explained("VladimirPutin", "Vladimir Putin", Kind::kPerson), "vladimirputin"),
            "removed_space");
}

TEST(Explanation, ARemovedLegalFormIsSaidToBeOne) {
  EXPECT_EQ(ways_of(explained("Gazprom OAO", "Gazprom", Kind::kOrganisation), "oao"),
            "removed_organisation_suffix");
  EXPECT_EQ(ways_of(explained("OAO Gazprom", "Gazprom", Kind::kOrganisation), "oao"),
            "removed_organisation_prefix");
}

TEST(Explanation, TheCostsAddUpToTheScore) {
  for (const auto& [query, listed] : {std::pair{"Jon Smyth", "John Smith"},
                                      std::pair{"Vladimir Putin", "Vladimir Vladimirovich Putin"},
                                      std::pair{"Bob Jones", "Robert Jones"}}) {
    const Explanation e = explained(query, listed, Kind::kPerson);
    int total = 0;
    for (const CostExplanation& cost : e.costs)
      total += cost.points;
    EXPECT_EQ(e.score, std::clamp(100 - total, 0, 99)) << query;
  }
}

int points_of(const Explanation& explanation) {
  int total = 0;
  for (const CostExplanation& cost : explanation.costs)
    total += cost.points;
  return total;
}

TEST(Explanation, ThePointThatNamesLackWhichDifferInNothingThatCostsHasItsLine) {
  for (const auto& [query, listed, kind] :
       {std::tuple{"MT Grace 1", "GRACE 1", Kind::kThing},
        std::tuple{"GRACE 1", "MT Grace 1", Kind::kThing},
        std::tuple{"Abdul Rahman", "Abdur Rahman", Kind::kPerson},
        std::tuple{"Ahmed bin Salim", "Ahmed ben Salim", Kind::kPerson}}) {
    const Explanation e = explained(query, listed, kind);
    EXPECT_EQ(e.score, 99) << query;
    EXPECT_EQ(points_of(e), 1) << query;
  }
  EXPECT_EQ(points_of(explained("Vita Klave", "Usama bin Laden", Kind::kPerson)), 100);
}

TEST(Explanation, APartOfTheQuestionHasALineForThePointThatItLacks) {
  const Lexicon lexicon;
  const Analyser analyser(lexicon);
  const AskedName asked(analyser, "Mullah Mohammed Omar", Kind::kPerson);
  const Explanation e = explain(asked, ComparableName(analyser, "Mohammed Omar", Kind::kPerson));
  EXPECT_EQ(e.score, 99);
  EXPECT_EQ(points_of(e), 1);
}

TEST(Explanation, EveryWordOfTheQuestionIsShownWhereOnlyAPartOfItIsCompared) {
  const Lexicon lexicon;
  const Analyser analyser(lexicon);
  const AskedName asked(analyser, "Vita Klave, Moscow", Kind::kPerson);
  const Explanation e = explain(asked, ComparableName(analyser, "Vita Klave", Kind::kPerson));
  EXPECT_EQ(e.score, 99);
  EXPECT_EQ(ways_of(e, "vita"), "exact_match");
  EXPECT_EQ(ways_of(e, "klave"), "exact_match");
  EXPECT_EQ(ways_of(e, "moscow"), "removed_clerical_mark");
  EXPECT_EQ(e.left_query, std::vector<std::string>{"moscow"});
}

TEST(Explanation, WhatIsSetAsideIsNoMissingWord) {
  const Explanation e = explained("Herr Dr. Wladimir Putin", "Vladimir Putin", Kind::kPerson);
  EXPECT_TRUE(e.sentence.starts_with("2 of 2 query words are met, \"herr dr\" is set aside;"))
      << e.sentence;
  EXPECT_TRUE(explained("MT Grace 1", "GRACE 1", Kind::kThing)
                  .sentence.starts_with("2 of 2 query words are met, \"mt\" is set aside;"));
  EXPECT_TRUE(explained("Sergey Viktorovich Lavrov", "Sergey Lavrov", Kind::kPerson)
                  .sentence.starts_with("2 of 3 query words are met;"));
}

TEST(Explanation, IsTheSameFromEitherSideButForTheSides) {
  const Explanation a = explained("V Putin", "Vladimir Putin", Kind::kPerson);
  const Explanation b = explained("Vladimir Putin", "V Putin", Kind::kPerson);
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(ways_of(a, "v"), "initial_to_word");
  EXPECT_EQ(ways_of(b, "vladimir"), "word_to_initial");
}

TEST(Explanation, AsJsonSaysTheSame) {
  const Explanation e = explained("O\"Neil \\ Putin", "Putin", Kind::kPerson);
  const auto json = boost::json::parse(to_json(e));
  EXPECT_EQ(json.at("score").as_int64(), e.score);
  EXPECT_EQ(json.at("words").as_array().size(), e.words.size());
  EXPECT_EQ(json.at("sentence").as_string(), e.sentence);
}

}  // namespace
}  // namespace vedette::names
