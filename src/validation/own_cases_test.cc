#include "validation/own_cases.h"

#include <gtest/gtest.h>

#include <sstream>

#include "catalogue/testing/sample_profiles.h"

namespace vedette::validation {
namespace {

using catalogue::sample_profile;

std::string refusal(const std::string& csv) {
  std::istringstream in(csv);
  const auto read = read_own_cases(in);
  return read.ok() ? "" : read.error().message;
}

TEST(OwnCases, AreReadInAnyOrderOfColumns) {
  std::istringstream in(
      "id,expected,type,name\n1,match,individual,Jo Doe\n2,no match,,\"Doe, Ann\"\n");
  const auto cases = read_own_cases(in);
  ASSERT_TRUE(cases.ok());
  ASSERT_EQ(2u, cases->size());
  EXPECT_EQ("Jo Doe", (*cases)[0].name);
  EXPECT_EQ(search::Scope::kIndividual, (*cases)[0].scope);
  EXPECT_EQ("Doe, Ann", (*cases)[1].name);
  EXPECT_EQ(3u, (*cases)[1].line);
}

TEST(OwnCases, TheLineThatIsWrongIsNamed) {
  EXPECT_NE("", refusal("name,wanted\n"));
  EXPECT_NE("", refusal("name,expected\n"));
  EXPECT_NE(std::string::npos, refusal("name,expected\nJo,match\n,match\n").find("line 3"));
  EXPECT_NE(std::string::npos, refusal("name,expected\nJo,\n").find("line 2"));
  EXPECT_NE(std::string::npos, refusal("name,expected,type\nJo,match,person\n").find("type"));
}

TEST(OwnCases, AreJudgedByWhatTheyExpect) {
  const catalogue::TemporaryFolder folder;
  const auto path = folder.path() / "c";
  ASSERT_TRUE(catalogue::build_sample(
                  path, {sample_profile(profile::Kind::kPerson, "p1", {"Gennady Orlovsky"}),
                         sample_profile(profile::Kind::kPerson, "p2", {"Tomasz Wielgosz"})})
                  .ok());
  const auto catalogue = catalogue::Catalogue::open(path, catalogue::Check::kFull).value();
  const CatalogueEngine engine(catalogue, catalogue::sample_analyser());
  search::Workspace workspace;
  const auto verdict = [&](const std::string& name, const std::string& expected) {
    return run_own_case({2, name, search::Scope::kBoth, expected}, 80, engine, *catalogue,
                        workspace)
        ->verdict;
  };
  EXPECT_EQ(Verdict::kRight, verdict("Orlovsky Gennady", "match"));
  EXPECT_EQ(Verdict::kRight, verdict("Orlovsky Gennady", "p1"));
  EXPECT_EQ(Verdict::kRight, verdict("Orlovsky Gennady", "Gennady Orlovsky"));
  EXPECT_EQ(Verdict::kMissed, verdict("Orlovsky Gennady", "p2"));
  EXPECT_EQ(Verdict::kMissed, verdict("Anna Huber", "match"));
  EXPECT_EQ(Verdict::kRight, verdict("Anna Huber", "no match"));
  EXPECT_EQ(Verdict::kFalseAlert, verdict("Tomasz Wielgosz", "no match"));
}

}  // namespace
}  // namespace vedette::validation
