#include "text/romanise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vedette::text {
namespace {

std::vector<std::string> forms_of(std::string_view name) {
  const Words words = tokenise(name);
  std::vector<std::string> out;
  if (words.size() != 1) return out;
  Forms forms;
  romanise(words[0], forms);
  for (std::size_t i = 0; i < forms.size(); ++i)
    out.emplace_back(forms[i]);
  return out;
}

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

TEST(Romanise, PlainLatinIsItself) {
  EXPECT_THAT(forms_of("Smith"), ElementsAre("smith"));
  EXPECT_THAT(forms_of("O'Brien"), ElementsAre("obrien"));
}

TEST(Romanise, GermanUmlautsAreWrittenBothWays) {
  EXPECT_THAT(forms_of("Müller"), ElementsAre("muller", "mueller"));
  EXPECT_THAT(forms_of("Groß"), Contains("gross"));
  EXPECT_THAT(forms_of("Åse"), IsSupersetOf({"ase", "aase"}));
}

TEST(Romanise, RussianNamesMeetTheirEnglishGermanAndFrenchSpellings) {
  EXPECT_THAT(forms_of("Щукин"), IsSupersetOf({"shchukin", "schtschukin", "chtchoukine"}));
  EXPECT_THAT(forms_of("Владимир"), IsSupersetOf({"vladimir", "wladimir"}));
  EXPECT_THAT(forms_of("Дмитрий"), IsSupersetOf({"dmitriy", "dmitry", "dmitrii", "dmitri"}));
}

}  // namespace
}  // namespace vedette::text
