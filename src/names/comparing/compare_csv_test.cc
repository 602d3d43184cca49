#include "names/comparing/compare_csv.h"

#include <gtest/gtest.h>

#include <sstream>

namespace vedette::names {
namespace {

struct Outcome {
  std::string text;
  std::string error;
};

Outcome run(const std::string& input) {
  static const Lexicon lexicon;
  static const Analyser analyser(lexicon);
  std::istringstream in(input);
  std::ostringstream out;
  const auto result = compare_csv(analyser, in, out);
  return {out.str(), result.ok() ? "" : result.error().message};
}

TEST(CompareCsv, WritesEveryColumnBackWithTheScore) {
  const Outcome outcome =
      run("id,schema,name1,name2,note\n"
          "7,Person,\"PUTIN, Vladimir\",Vladimir Putin,\"a \"\"note\"\"\"\n"
          "8,Company,Gazprom,Rosneft,\n");
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.text,
            "id,schema,name1,name2,note,score\n"
            "7,Person,\"PUTIN, Vladimir\",Vladimir Putin,\"a \"\"note\"\"\",100\n"
            "8,Company,Gazprom,Rosneft,,0\n");
}

TEST(CompareCsv, AnExistingScoreIsReplaced) {
  EXPECT_EQ(run("schema,score,name1,name2\nPerson,3,A Smith,A Smith\n").text,
            "schema,score,name1,name2\nPerson,100,A Smith,A Smith\n");
}

TEST(CompareCsv, SaysWhatIsWrongInsteadOfLeavingRowsOut) {
  EXPECT_EQ(run("").error, "the file is empty");
  EXPECT_EQ(run("schema,name1\n").error, "the header has no column name2");
  EXPECT_EQ(run("schema,name1,name2\nDog,a,b\n").error, "record 1: unknown schema 'Dog'");
  EXPECT_EQ(run("schema,name1,name2\nPerson,a\n").error, "record 1 has 2 fields, the header 3");
}

}  // namespace
}  // namespace vedette::names
