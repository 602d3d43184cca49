#include "service/monitoring/screening_outcome.h"

#include <gtest/gtest.h>

// What becomes of matches when a newer reader reads the same list differently, and when a party
// turns out to be context. Neither may undo a decision.

namespace vedette::service {
namespace {

using Content = ScreeningView::Content;

Match match_with(MatchStatus status, int score) {
  Match match;
  match.status = status;
  match.match_version = 3;
  match.seen.resource_id = "aa";
  match.seen.qr_code = 7;
  match.seen.version = 2;
  match.seen.score = score;
  match.seen.name = "Ann Example";
  return match;
}

ScreeningView view_of(Content content) {
  ScreeningView view;
  view.content = [content](const Match&) { return content; };
  return view;
}

TEST(ScreeningOutcome, ANewerReaderReplacesContentAndLeavesTheStatus) {
  const Match cleared = match_with(MatchStatus::kFalsePositive, 80);
  FoundMatch now = cleared.seen;
  now.score = 95;  // the reader now reads a further name
  now.name = "Ann B. Example";
  const auto quiet = outcome_of({cleared}, {now}, view_of(Content::kReread));
  ASSERT_EQ(quiet.size(), 1u);
  EXPECT_TRUE(quiet[0].quiet);
  EXPECT_EQ(quiet[0].after.status, MatchStatus::kFalsePositive);
  EXPECT_EQ(quiet[0].after.match_version, 3);
  EXPECT_EQ(quiet[0].after.seen.name, "Ann B. Example");
  // The same from a new engine has an event and is weighed.
  const auto told = outcome_of({cleared}, {now}, view_of(Content::kAsSeen));
  ASSERT_EQ(told.size(), 1u);
  EXPECT_FALSE(told[0].quiet);
  EXPECT_EQ(told[0].after.match_version, 4);
}

TEST(ScreeningOutcome, AMatchThatOnlyANewerReaderMissesStays) {
  const Match confirmed = match_with(MatchStatus::kTruePositive, 90);
  EXPECT_TRUE(outcome_of({confirmed}, {}, view_of(Content::kReread)).empty());
  EXPECT_FALSE(outcome_of({confirmed}, {}, view_of(Content::kAsSeen)).empty());
}

TEST(ScreeningOutcome, OpenMatchesWithContextAreDiscardedAndReviewedOnesStay) {
  const auto open =
      outcome_of({match_with(MatchStatus::kOpen, 90)}, {}, view_of(Content::kContext));
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].after.status, MatchStatus::kDiscarded);
  EXPECT_EQ(open[0].reason, "context");
  for (const MatchStatus reviewed :
       {MatchStatus::kTruePositive, MatchStatus::kFalsePositive, MatchStatus::kDiscarded})
    EXPECT_TRUE(outcome_of({match_with(reviewed, 90)}, {}, view_of(Content::kContext)).empty());
}

}  // namespace
}  // namespace vedette::service
