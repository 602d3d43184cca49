#include <gtest/gtest.h>

#include <fstream>

#include "lists/formats/reading.h"
#include "profile/profile_lines.h"

// The demonstration list that ships with the product is read like any other list.

namespace vedette::lists {
namespace {

class DemoList : public testing::TestWithParam<const char*> {};

TEST_P(DemoList, EveryRecordIsAccepted) {
  const auto reading = read_files({GetParam()});
  ASSERT_EQ(reading.refused, "");
  EXPECT_EQ(reading.account.list.id, "vedette-demo");
  EXPECT_EQ(reading.account.list.name, "Vedette Demonstration List (fictional)");
  EXPECT_EQ(reading.account.format, "profile-lines");
  EXPECT_EQ(profile::to_text(reading.account.list.date).substr(0, 7),
            std::string(GetParam()).substr(std::string(GetParam()).size() - 13, 7));
  EXPECT_EQ(reading.account.rejected, 0U);
  EXPECT_EQ(reading.account.orphans, 0U);
  EXPECT_EQ(reading.account.accepted, reading.profiles.size());
  EXPECT_GE(reading.profiles.size(), 300U);
  for (const auto& each : reading.account.examples)
    ADD_FAILURE() << "line " << each.line << ": " << each.cause << ": " << each.detail;
}

TEST_P(DemoList, NothingOfALineIsLostOrReadAsSomethingElse) {
  std::ifstream file(GetParam());
  std::size_t lines = 0;
  std::string header;
  ASSERT_TRUE(std::getline(file, header) && header.starts_with("{\"listHeader\""));
  for (std::string line; std::getline(file, line); ++lines) {
    const auto profile = profile::parse_line(line);
    ASSERT_TRUE(profile.ok()) << line << "\n" << profile.error().message;
    std::string again;
    profile::append_line(*profile, again);
    ASSERT_EQ(again, line);
  }
  EXPECT_GE(lines, 300U);
}

INSTANTIATE_TEST_SUITE_P(BothVersions, DemoList,
                         testing::Values("data/demo/vedette-demo-2026-01.jsonl",
                                         "data/demo/vedette-demo-2026-02.jsonl"));

}  // namespace
}  // namespace vedette::lists
