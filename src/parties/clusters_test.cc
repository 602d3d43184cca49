#include "parties/clusters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/testing/test_seed.h"
#include "parties/judgement_graph.h"

namespace vedette::parties {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr evidence::LogOdds kSure = 500, kLikely = 100, kUnlikely = -300;

KeptComparison link(Entry a, Entry b, evidence::LogOdds log_odds, bool conflict = false) {
  return {.a = a,
          .b = b,
          .log_odds = log_odds,
          .flags = static_cast<std::uint8_t>(KeptComparison::kMetByName |
                                             (conflict ? KeptComparison::kConflict : 0))};
}

Clusters run(const std::vector<KeptComparison>& comparisons,
             const std::vector<JudgedEntries>& judgements = {},
             const std::set<std::pair<Entry, Entry>>& conflicts = {}, Lines lines = {}) {
  auto made = cluster({.comparisons = comparisons,
                       .judgements = judgements,
                       .lines = lines,
                       .conflict = [&](Entry a, Entry b) -> base::Result<bool> {
                         return conflicts.contains({a, b});
                       },
                       .before = [](Entry a, Entry b) { return a < b; }});
  for (auto& group : made->groups)
    std::ranges::sort(group);
  std::ranges::sort(made->groups);
  return *made;
}

TEST(Clusters, SureLinksJoinAndLikelyOnesAreSuggested) {
  const Clusters made =
      run({link(1, 2, kSure), link(2, 3, kSure), link(4, 5, kLikely), link(6, 7, kUnlikely)});
  EXPECT_THAT(made.groups, ElementsAre(ElementsAre(1, 2, 3)));
  EXPECT_THAT(made.suggestions, ElementsAre(Suggestion{4, 5, kLikely, 0}));
}

TEST(Clusters, StrongEvidenceForbidsAMergeWhateverTheSum) {
  const Clusters made = run({link(1, 2, kSure, true)});
  EXPECT_THAT(made.groups, IsEmpty());
  EXPECT_THAT(made.suggestions, ElementsAre(Suggestion{1, 2, kSure, 1}));
}

TEST(Clusters, OfAChainTheWeakestLinkIsCut) {
  // 1 and 4 cannot be one party: the chain between them breaks at its weakest link.
  const Clusters made = run({link(1, 2, 700), link(2, 3, 500), link(3, 4, 600)}, {}, {{1, 4}});
  EXPECT_THAT(made.groups, ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
  EXPECT_THAT(made.suggestions, ElementsAre(Suggestion{2, 3, 500, 0}));
}

TEST(Clusters, AnEntryThatFitsTwoPartiesAlikeIsForAPerson) {
  const Clusters made = run({link(1, 2, 500), link(1, 3, 480)}, {}, {{2, 3}});
  EXPECT_THAT(made.groups, IsEmpty());
  EXPECT_THAT(made.suggestions, ElementsAre(Suggestion{1, 2, 500, 0}, Suggestion{1, 3, 480, 0}));
  // One fits far better, or a number decides.
  EXPECT_THAT(run({link(1, 2, 700), link(1, 3, 480)}, {}, {{2, 3}}).groups,
              ElementsAre(ElementsAre(1, 2)));
  KeptComparison by_number = link(1, 2, 500);
  by_number.flags |= KeptComparison::kMetByNumber;
  EXPECT_THAT(run({by_number, link(1, 3, 480)}, {}, {{2, 3}}).groups,
              ElementsAre(ElementsAre(1, 2)));
}

TEST(Clusters, JudgementsBeatTheMachine) {
  const Clusters apart = run({link(1, 2, 900)}, {{1, 2, Verdict::kDifferent}});
  EXPECT_THAT(apart.groups, IsEmpty());
  EXPECT_THAT(apart.suggestions, IsEmpty());
  const Clusters together = run({link(1, 2, kUnlikely, true)}, {{1, 2, Verdict::kSame}}, {{1, 2}});
  EXPECT_THAT(together.groups, ElementsAre(ElementsAre(1, 2)));
}

TEST(Clusters, AJudgementThatTwoDifferCutsTheWayBetweenThem) {
  const Clusters made = run({link(1, 2, 700), link(2, 3, 500)}, {{1, 3, Verdict::kDifferent}});
  EXPECT_THAT(made.groups, ElementsAre(ElementsAre(1, 2)));
  EXPECT_THAT(made.suggestions, IsEmpty());
}

TEST(Clusters, AnUnsurePairIsNeitherMergedNorSuggested) {
  const Clusters made = run({link(1, 2, 900)}, {{1, 2, Verdict::kUnsure}});
  EXPECT_THAT(made.groups, IsEmpty());
  EXPECT_THAT(made.suggestions, IsEmpty());
}

TEST(Clusters, TurnedOffOnlyJudgementsGroup) {
  const Clusters made =
      run({link(1, 2, 900)}, {{3, 4, Verdict::kSame}}, {}, {.automatic = 95, .off = true});
  EXPECT_THAT(made.groups, ElementsAre(ElementsAre(3, 4)));
  EXPECT_THAT(made.suggestions, IsEmpty());
}

// The result may not depend on the order in which anything is given.
TEST(Clusters, TheOrderOfTheInputDoesNotMatter) {
  std::mt19937_64 random(base::test_seed());
  for (int round = 0; round < 200; ++round) {
    std::vector<KeptComparison> links;
    std::set<std::pair<Entry, Entry>> conflicts;
    std::vector<JudgedEntries> judgements;
    for (Entry a = 0; a < 12; ++a)
      for (Entry b = a + 1; b < 12; ++b) {
        if (random() % 3 == 0)
          links.push_back(link(a, b, static_cast<int>(random() % 6) * 100 + 100));
        if (random() % 9 == 0) conflicts.insert({a, b});
        if (random() % 30 == 0)
          judgements.push_back({a, b, random() % 2 ? Verdict::kSame : Verdict::kDifferent});
      }
    const Clusters first = run(links, judgements, conflicts);
    std::ranges::shuffle(links, random);
    std::ranges::shuffle(judgements, random);
    const Clusters second = run(links, judgements, conflicts);
    ASSERT_EQ(first.groups, second.groups);
    ASSERT_EQ(first.suggestions, second.suggestions);
    for (const JudgedEntries& each : judgements)
      for (const auto& group : first.groups) {
        const auto has = [&](Entry entry) { return std::ranges::count(group, entry) > 0; };
        if (each.verdict == Verdict::kDifferent) {
          ASSERT_FALSE(has(each.a) && has(each.b));
        }
      }
  }
}

catalogue::ResourceId id(std::uint8_t number) {
  catalogue::ResourceId made = {};
  made[0] = number;
  return made;
}
JudgedPair judged(std::uint8_t a, std::uint8_t b, Verdict verdict) {
  return {id(a), id(b), verdict};
}

TEST(JudgementGraph, ContradictionsAreFoundAcrossGroups) {
  JudgementGraph graph;
  graph.set(judged(1, 2, Verdict::kSame));
  graph.set(judged(3, 4, Verdict::kSame));
  graph.set(judged(2, 3, Verdict::kDifferent));
  EXPECT_THAT(graph.contradicted_by(judged(1, 4, Verdict::kSame)),
              ElementsAre(judged(2, 3, Verdict::kDifferent)));
  EXPECT_THAT(graph.contradicted_by(judged(1, 4, Verdict::kDifferent)), IsEmpty());
  graph.set(judged(4, 5, Verdict::kSame));
  EXPECT_THAT(graph.contradicted_by(judged(3, 5, Verdict::kDifferent)),
              ElementsAre(judged(3, 4, Verdict::kSame), judged(4, 5, Verdict::kSame)));
  EXPECT_THAT(graph.contradicted_by(judged(1, 5, Verdict::kUnsure)), IsEmpty());
}

TEST(JudgementGraph, APairMayBeJudgedAgain) {
  JudgementGraph graph;
  graph.set(judged(1, 2, Verdict::kSame));
  EXPECT_THAT(graph.contradicted_by(judged(1, 2, Verdict::kDifferent)), IsEmpty());
  graph.set(judged(1, 2, Verdict::kDifferent));
  EXPECT_THAT(graph.contradicted_by(judged(1, 2, Verdict::kSame)), IsEmpty());
}

}  // namespace
}  // namespace vedette::parties
