#include "service/monitoring/match_rules.h"

#include <gtest/gtest.h>

namespace vedette::service {
namespace {

using enum MatchStatus;
using enum Finding;

// The table of docs/monitoring.md, cell by cell: four statuses, five findings, and for false
// positives a score that fell, stayed or rose against the one that was reviewed.
struct Cell {
  Finding finding;
  MatchStatus before;
  int score;  // now; the reviewed one is 80
  MatchStatus after;
};

constexpr Cell kTable[] = {
    {kProfileChanged, kOpen, 79, kOpen},
    {kProfileChanged, kOpen, 80, kOpen},
    {kProfileChanged, kOpen, 81, kOpen},
    {kProfileChanged, kTruePositive, 79, kOpen},
    {kProfileChanged, kTruePositive, 80, kOpen},
    {kProfileChanged, kTruePositive, 81, kOpen},
    {kProfileChanged, kFalsePositive, 79, kFalsePositive},
    {kProfileChanged, kFalsePositive, 80, kFalsePositive},
    {kProfileChanged, kFalsePositive, 81, kOpen},
    {kProfileChanged, kDiscarded, 79, kOpen},
    {kProfileChanged, kDiscarded, 80, kOpen},
    {kProfileChanged, kDiscarded, 81, kOpen},

    {kCriteriaChanged, kOpen, 79, kOpen},
    {kCriteriaChanged, kOpen, 80, kOpen},
    {kCriteriaChanged, kOpen, 81, kOpen},
    {kCriteriaChanged, kTruePositive, 79, kTruePositive},
    {kCriteriaChanged, kTruePositive, 80, kTruePositive},
    {kCriteriaChanged, kTruePositive, 81, kTruePositive},
    {kCriteriaChanged, kFalsePositive, 79, kFalsePositive},
    {kCriteriaChanged, kFalsePositive, 80, kFalsePositive},
    {kCriteriaChanged, kFalsePositive, 81, kOpen},
    {kCriteriaChanged, kDiscarded, 79, kOpen},
    {kCriteriaChanged, kDiscarded, 80, kOpen},
    {kCriteriaChanged, kDiscarded, 81, kOpen},

    {kUnchanged, kOpen, 79, kOpen},
    {kUnchanged, kOpen, 80, kOpen},
    {kUnchanged, kOpen, 81, kOpen},
    {kUnchanged, kTruePositive, 79, kTruePositive},
    {kUnchanged, kTruePositive, 80, kTruePositive},
    {kUnchanged, kTruePositive, 81, kTruePositive},
    {kUnchanged, kFalsePositive, 79, kFalsePositive},
    {kUnchanged, kFalsePositive, 80, kFalsePositive},
    {kUnchanged, kFalsePositive, 81, kFalsePositive},
    {kUnchanged, kDiscarded, 79, kDiscarded},
    {kUnchanged, kDiscarded, 80, kDiscarded},
    {kUnchanged, kDiscarded, 81, kDiscarded},

    {kGone, kOpen, 0, kDiscarded},
    {kGone, kTruePositive, 0, kOpen},
    {kGone, kFalsePositive, 0, kDiscarded},
    {kGone, kDiscarded, 0, kDiscarded},
};

TEST(MatchRules, EveryCellOfTheServiceTable) {
  for (const Cell& cell : kTable) {
    const Standing before{cell.before, 80, ClientVerdict{cell.before, 80}};
    EXPECT_EQ(status_after(before, cell.finding, cell.score, true), cell.after)
        << finding_name(cell.finding) << " " << status_name(cell.before) << " " << cell.score;
  }
}

TEST(MatchRules, AMatchThatReturnsIsJudgedByWhatTheClientSaidLast) {
  for (const MatchStatus now : kMatchStatuses)
    for (const MatchStatus said : kMatchStatuses)
      for (const int score : {79, 80, 81}) {
        const Standing before{now, 0, ClientVerdict{said, 80}};
        const bool stays_cleared = said == kFalsePositive && score <= 80;
        EXPECT_EQ(status_after(before, kBack, score, true), stays_cleared ? kFalsePositive : kOpen)
            << status_name(now) << " " << status_name(said) << " " << score;
      }
}

TEST(MatchRules, AMatchThatReturnsAndWasNeverReviewedIsOpen) {
  for (const MatchStatus now : kMatchStatuses)
    EXPECT_EQ(status_after({now, 0, {}}, kBack, 90, true), kOpen);
}

TEST(MatchRules, WithoutAutoDiscardAVanishedMatchWaitsForAPerson) {
  EXPECT_EQ(status_after({kOpen, 80, {}}, kGone, 0, false), kOpen);
  EXPECT_EQ(status_after({kFalsePositive, 80, {}}, kGone, 0, false), kFalsePositive);
  EXPECT_EQ(status_after({kDiscarded, 80, {}}, kGone, 0, false), kDiscarded);
  // A confirmed match that vanished is looked at by a person, whatever the setting.
  EXPECT_EQ(status_after({kTruePositive, 80, {}}, kGone, 0, false), kOpen);
}

TEST(MatchRules, AFalsePositiveIsMeasuredFromTheScoreThatWasReviewed) {
  // Cleared at 90; list changes brought it down to 82, and now up to 88 again: not more likely.
  EXPECT_EQ(status_after({kFalsePositive, 82, ClientVerdict{kFalsePositive, 90}}, kProfileChanged,
                         88, true),
            kFalsePositive);
  EXPECT_EQ(status_after({kFalsePositive, 82, ClientVerdict{kFalsePositive, 90}}, kProfileChanged,
                         91, true),
            kOpen);
}

TEST(MatchRules, StatusesAreReadInTheSpellingsOfClientsAndInNoOther) {
  for (const char* text : {"open", "OPEN", "reopen", "Reopened", "potential_match"})
    EXPECT_EQ(parse_status(text), kOpen) << text;
  for (const char* text : {"true-positive", "true_positive", "truePositive", "True Positive", "tp",
                           "true_positive_approve", "true_positive_reject"})
    EXPECT_EQ(parse_status(text), kTruePositive) << text;
  for (const char* text :
       {"false-positive", "false_positive", "falsePositive", "FALSE POSITIVE", "fp"})
    EXPECT_EQ(parse_status(text), kFalsePositive) << text;
  for (const char* text : {"discarded", "Discard"})
    EXPECT_EQ(parse_status(text), kDiscarded) << text;
  for (const char* text : {"", "-", "closed", "true", "positive", "false", "opened", "no match",
                           "t-p", "o p e n", "dis-card", "-open-", "true--positive", "re-open"})
    EXPECT_EQ(parse_status(text), std::nullopt) << text;
  for (const MatchStatus status : kMatchStatuses)
    EXPECT_EQ(parse_status(status_name(status)), status);
}

TEST(MatchRules, WhatAPersonDecidedOutlastsAChangeOfFamily) {
  EXPECT_FALSE(outlasts_change_of_family(kOpen));
  for (const MatchStatus decided : {kTruePositive, kFalsePositive, kDiscarded})
    EXPECT_TRUE(outlasts_change_of_family(decided));
}

TEST(MatchRules, AConfidenceOverTheClearedOneOpensAFalsePositive) {
  const Standing before{kFalsePositive, {80, 40}, ClientVerdict{kFalsePositive, {85, 40}}};
  EXPECT_EQ(status_after(before, kProfileChanged, {85, 40}, true), kFalsePositive);
  EXPECT_EQ(status_after(before, kProfileChanged, {80, 41}, true), kOpen);
  EXPECT_EQ(status_after(before, kProfileChanged, {86, 10}, true), kOpen);
  EXPECT_EQ(status_after(before, kUnchanged, {80, 99}, true), kFalsePositive);
}

}  // namespace
}  // namespace vedette::service
