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

MatchConfidence confidence_of(int percent) {
  return {percent, "[]", "Because."};
}
ScreeningView closing_below(int line, int sample) {
  ScreeningView view;
  view.closing = {line, sample, "C-1"};
  return view;
}

TEST(ScreeningOutcome, AConfidenceThatIsNewOrOtherwiseAloneIsStoredQuietly) {
  Match known = match_with(MatchStatus::kFalsePositive, 80);
  FoundMatch now = known.seen;
  now.confidence = confidence_of(90);
  for (const bool had_one : {false, true}) {
    if (had_one) known.seen.confidence = confidence_of(20);
    const auto changes = outcome_of({known}, {now}, ScreeningView());
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_TRUE(changes[0].quiet);
    EXPECT_EQ(changes[0].after.match_version, known.match_version);
    EXPECT_EQ(changes[0].after.status, MatchStatus::kFalsePositive);
    EXPECT_EQ(changes[0].after.seen.confidence->percent, 90);
  }
}

TEST(ScreeningOutcome, AFalsePositiveOpensWhenItsConfidenceRisesOverTheClearedOne) {
  Match cleared = match_with(MatchStatus::kFalsePositive, 80);
  cleared.seen.confidence = confidence_of(30);
  cleared.verdict = ClientVerdict{MatchStatus::kFalsePositive, {80, 30}};
  FoundMatch now = cleared.seen;
  ScreeningView view;
  view.criteria_changed = true;
  now.confidence = confidence_of(29);
  EXPECT_EQ(outcome_of({cleared}, {now}, view)[0].after.status, MatchStatus::kFalsePositive);
  now.confidence = confidence_of(31);
  EXPECT_EQ(outcome_of({cleared}, {now}, view)[0].after.status, MatchStatus::kOpen);
  // What was cleared without a confidence is measured by the score alone.
  cleared.verdict = ClientVerdict{MatchStatus::kFalsePositive, 80};
  EXPECT_EQ(outcome_of({cleared}, {now}, view)[0].after.status, MatchStatus::kFalsePositive);
}

TEST(ScreeningOutcome, TheLineClosesUnreviewedMatchesBelowItAndSaysWhy) {
  FoundMatch found = match_with(MatchStatus::kOpen, 80).seen;
  found.confidence = confidence_of(12);
  const auto fresh = outcome_of({}, {found}, closing_below(30, 0));
  ASSERT_EQ(fresh.size(), 1U);
  EXPECT_EQ(fresh[0].after.status, MatchStatus::kDiscarded);
  EXPECT_EQ(fresh[0].reason, "belowConfidenceLine (12 < 30)");
  EXPECT_TRUE(fresh[0].is_closed_by_line());
  EXPECT_EQ(outcome_of({}, {found}, closing_below(12, 0))[0].after.status, MatchStatus::kOpen);
  EXPECT_EQ(outcome_of({}, {found}, closing_below(0, 0))[0].after.status, MatchStatus::kOpen);
  const auto sampled = outcome_of({}, {found}, closing_below(30, 100));
  EXPECT_EQ(sampled[0].after.status, MatchStatus::kOpen);
  EXPECT_EQ(sampled[0].reason, kSampleOfClosed);

  Match open = match_with(MatchStatus::kOpen, 80);
  open.seen = found;
  EXPECT_EQ(outcome_of({open}, {found}, closing_below(30, 0))[0].after.status,
            MatchStatus::kDiscarded);
  // The same finding again changes nothing; the line lowered gives the match back.
  const Match closed = outcome_of({open}, {found}, closing_below(30, 0))[0].after;
  EXPECT_TRUE(outcome_of({closed}, {found}, closing_below(30, 0)).empty());
  const auto back = outcome_of({closed}, {found}, closing_below(10, 0));
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].after.status, MatchStatus::kOpen);
  EXPECT_EQ(back[0].reason, kAboveConfidenceLine);
  // What a person has decided stays.
  open.verdict = ClientVerdict{MatchStatus::kOpen, {80, 12}};
  EXPECT_TRUE(outcome_of({open}, {found}, closing_below(30, 0)).empty());
}

TEST(ScreeningOutcome, TheSampleIsAboutThePercentAskedForAndAlwaysTheSame) {
  int kept = 0;
  constexpr int kMatches = 2'000, kPercent = 5;
  for (int i = 0; i < kMatches; ++i) {
    Match match = match_with(MatchStatus::kOpen, 80);
    match.seen.resource_id = std::to_string(i);
    match.seen.confidence = confidence_of(5);
    const ClosingLine line{30, kPercent, "C-1"};
    EXPECT_TRUE(line.closes(match));
    EXPECT_EQ(line.is_sample(match), ClosingLine(line).is_sample(match));
    kept += line.is_sample(match) ? 1 : 0;
  }
  EXPECT_GT(kept, kMatches * kPercent / 200);
  EXPECT_LT(kept, kMatches * kPercent / 50);
}

}  // namespace
}  // namespace vedette::service
