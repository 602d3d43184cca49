// Scores and their reasons are the same with every compiler, optimisation and machine.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "names/comparing/explanation.h"
#include "names/reading/analyser.h"
#include "names/words/name_builder.h"

namespace vedette::names {
namespace {

// Of everything that kPairs comparisons say. A change of the scorer or of its tables changes it:
// then the engine version (service/common/engine_version.h) goes up and the new value stands here.
constexpr std::uint64_t kGolden = 9909623286241143490u;
constexpr int kPairs = 6000;

class NameMaker {
 public:
  std::string name() {
    static const std::vector<std::string> kWords = {
        "Ivan",     "Petrovich", "Zheltov",   "Mohammed", "al",       "Rahman", "bin",  "Li",
        "Wei",      "Maria",     "Lopez",     "Garcia",   "O'Brien",  "Jr",     "Dr",   "J.",
        "Northern", "Harbour",   "Trading",   "Company",  "Limited",  "GmbH",   "Bank", "of",
        "Export",   "3",         "IV",        "Moscow",   "Tehran",   "Kim",    "Jong", "Chol",
        "Иван",     "Желтов",    "Сергеевна", "ООО",      "محمد",     "الرحمن", "علی",  "李",
        "伟",       "김",        "Γιώργος",   "דוד",      "წერეთელი", "Արամ",   "राम",  "สมชาย"};
    std::string out;
    for (std::size_t count = 1 + below(4); count > 0; --count) {
      std::string word = kWords[below(kWords.size())];
      if (below(5) == 0) word[below(word.size())] = static_cast<char>('a' + below(26));
      if (!out.empty() && below(12) != 0) out += ' ';
      out += word;
    }
    return out;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

 private:
  std::mt19937_64 random_{20260101};
};

struct Walk {
  std::uint64_t value = 0;
  int met = 0;  // comparisons that score at all
};

// Everything that so many comparisons say, as one number. `harm` is called with each before it
// counts.
template <class Harm>
Walk walk(int pairs, Harm harm) {
  const Lexicon lexicon;
  const Analyser analyser(lexicon);
  NameMaker maker;
  constexpr Kind kKinds[] = {Kind::kPerson, Kind::kOrganisation, Kind::kThing, Kind::kUnknown};
  Walk walked;
  for (int i = 0; i < pairs; ++i) {
    const Kind kind = kKinds[maker.below(std::size(kKinds))];
    const std::string query = maker.name();
    std::string listed = maker.name();
    if (maker.below(2) == 0) listed = query.substr(0, maker.below(query.size() + 1)) + listed;
    Explanation told =
        explain(ComparableName(analyser, query, kind), ComparableName(analyser, listed, kind));
    walked.met += told.score > 0;
    harm(i, told);
    walked.value = stable_hash(std::to_string(walked.value) + to_json(told));
  }
  return walked;
}

TEST(Golden, ScoresAndReasonsDoNotDependOnTheMachine) {
  const Walk walked = walk(kPairs, [](int, const Explanation&) {});
  EXPECT_GT(walked.met, kPairs / 4);
  EXPECT_EQ(walked.value, kGolden)
      << "scores changed: raise the engine version, and put this value here";
}

// The canary of the test above.
TEST(Golden, OnePointInOneComparisonChangesTheNumber) {
  constexpr int kFew = 100;
  const auto one_more = [](int number, Explanation& told) {
    if (number == kFew / 2) told.score = told.score > 50 ? told.score - 1 : told.score + 1;
  };
  const std::uint64_t right = walk(kFew, [](int, const Explanation&) {}).value;
  EXPECT_EQ(walk(kFew, [](int, const Explanation&) {}).value, right);
  EXPECT_NE(walk(kFew, one_more).value, right);
}

}  // namespace
}  // namespace vedette::names
