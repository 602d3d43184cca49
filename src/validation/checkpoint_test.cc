#include "validation/checkpoint.h"

#include <gtest/gtest.h>

namespace vedette::validation {
namespace {

TEST(Checkpoint, ATallyComesBackAsItWas) {
  Tally tally;
  Scores& scores = tally.cells[{Part::kTreated, "typing.swap", "un-sc", "people", "Latin"}];
  scores.queries = 9;
  scores.refused = 1;
  scores.same = 3;
  scores.at_score[0] = 1;
  scores.at_score[100] = 7;
  Alerts& alerts = tally.populations[{"Central Europe", "people"}];
  alerts.queries = 4;
  alerts.at_score[80] = 2;
  alerts.best_score[81] = 1;
  for (std::uint64_t task : {5U, 3U, 4U})
    tally.add_example({Part::kControl, ""},
                      {task, "a \"b\"", "Ünal", "un-sc", "r1", 77, "not found at 70"});
  const auto back = read_checkpoint(to_checkpoint(tally));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, tally);
  EXPECT_EQ(*read_checkpoint(to_checkpoint({})), Tally());
}

TEST(Checkpoint, WhatIsNoneIsRefused) {
  for (const char* text : {"", "{}", "[]", R"({"cells":[{}],"populations":[],"examples":[]})",
                           R"({"cells":[],"populations":[{"region":"a","party":"b","queries":1,)"
                           R"("refused":0,"atScore":[[101,1]],"bestScore":[]}],"examples":[]})"})
    EXPECT_FALSE(read_checkpoint(text).ok()) << text;
}

}  // namespace
}  // namespace vedette::validation
