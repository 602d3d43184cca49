// The labelled pairs, read in place from VEDETTE_TEST_DATA (default ../shared/data). The floors are
// what the scorer reached, with a little room: falling below one is a step back.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "base/csv.h"
#include "names/comparing/compare.h"

namespace vedette::names {
namespace {

struct Labelled {
  bool is_match = false;
  bool strong = false;
  int score = 0;
};

std::optional<std::vector<Labelled>> score_file(const std::string& name) {
  const char* data = std::getenv("VEDETTE_TEST_DATA");
  std::ifstream in(std::string(data != nullptr ? data : "../shared/data") + "/labelled/" + name);
  if (!in) return std::nullopt;
  static const Lexicon lexicon;
  static const Analyser analyser(lexicon);
  base::CsvReader reader(in);
  std::vector<Labelled> pairs;
  std::vector<std::string> header;
  while (true) {
    auto record = reader.next();
    EXPECT_TRUE(record.ok());
    if (!record.ok() || !record->has_value()) return pairs;
    if (header.empty()) {
      header = **record;
      continue;
    }
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < header.size() && i < (**record).size(); ++i)
      row[header[i]] = (**record)[i];
    const Kind kind = kind_of_schema(row["schema"]).value_or(Kind::kUnknown);
    const ComparableName query(analyser, row["name1"], kind);
    const ComparableName listed(analyser, row["name2"], kind);
    pairs.push_back({row["is_match"] == "true", row["quality"] == "STRONG",
                     compare(query, listed).score.value});
  }
}

constexpr int kLine = 80;

TEST(LabelledNamePairs, AreDecidedRightAtTheLineAndNoStrongMatchIsMissed) {
  const auto pairs = score_file("name_pairs.csv");
  if (!pairs) GTEST_SKIP() << "no labelled pairs: 1 case skipped";
  int tp = 0;
  int wrong = 0;
  int strong_misses = 0;
  for (const Labelled& pair : *pairs) {
    const bool shown = pair.score >= kLine;
    tp += shown && pair.is_match;
    wrong += shown != pair.is_match;
    strong_misses += pair.strong && pair.is_match && !shown;
  }
  EXPECT_EQ(strong_misses, 0);
  // F1 in thousandths, in whole numbers: 2 tp / (2 tp + fp + fn).
  EXPECT_GE(2000 * tp / (2 * tp + wrong), 955);
}

TEST(LabelledNamePairs, MatchesScoreAboveNonMatches) {
  const auto pairs = score_file("name_pairs.csv");
  if (!pairs) GTEST_SKIP() << "no labelled pairs: 1 case skipped";
  std::int64_t better = 0;
  std::int64_t all = 0;
  for (const Labelled& a : *pairs)
    for (const Labelled& b : *pairs)
      if (a.is_match && !b.is_match) {
        all += 2;
        better += a.score > b.score ? 2 : a.score == b.score;
      }
  EXPECT_GE(1000 * better / all, 965);
}

TEST(LabelledEntityChecks, AreDecidedRightAtTheLine) {
  const auto pairs = score_file("entity_checks.csv");
  if (!pairs) GTEST_SKIP() << "no labelled pairs: 1 case skipped";
  int right = 0;
  for (const Labelled& pair : *pairs)
    right += (pair.score >= kLine) == pair.is_match;
  // 105 of 113. A pair of companies of unknown kind is alike as people's names would be.
  EXPECT_GE(1000 * right, 929 * static_cast<int>(pairs->size()));
}

}  // namespace
}  // namespace vedette::names
