#include "catalogue/sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "catalogue/testing/sample_profiles.h"

namespace vedette::catalogue {
namespace {

// The posting of the last of so many words, each rarer than the next.
Posting posting_of(const std::vector<std::uint32_t>& numbers) {
  static const names::AnalysedName word =
      sample_analyser().analyse("Quorvex", names::Kind::kPerson);
  SketchedName name;
  std::uint32_t names = 0;
  for (const std::uint32_t number : numbers)
    name.add(word.view(), 0, {number, ++names});
  name.finish();
  return name.posting(7, numbers.back());
}

std::set<std::uint32_t> words_told(const Posting& posting, std::uint32_t word) {
  std::set<std::uint32_t> told;
  for_each_word(posting, word, [&](std::uint32_t each) {
    EXPECT_TRUE(told.insert(each).second) << each << " twice";
  });
  return told;
}

TEST(Posting, TellsUpToFiveWordsByTheirNumbers) {
  std::vector<std::uint32_t> numbers;
  for (const std::uint32_t number : {0u, 4'000'000u, 17u, (1u << 25) - 1, 33u}) {
    numbers.push_back(number);
    const Posting posting = posting_of(numbers);
    EXPECT_TRUE(knows_all_words(posting));
    EXPECT_EQ(words_told(posting, number), std::set(numbers.begin(), numbers.end()));
  }
}

TEST(Posting, TellsTheCommonestWordRoughlyWhereItsNumberIsTooLarge) {
  const std::uint32_t large = 1u << 25;
  const Posting posting = posting_of({1, 2, 3, large, 5});
  EXPECT_FALSE(knows_all_words(posting));
  const Rest rest = Rest::of_sketch(posting.sketch);
  EXPECT_FALSE(rest.is_word() || rest.is_two_words());
  EXPECT_EQ(rest.groups(), 1u << Rest::group(large));
}

TEST(Posting, TellsTwoMoreWordsByTheirHashes) {
  const Posting posting = posting_of({1, 2, 3, 1000, 2000, 5});
  EXPECT_FALSE(knows_all_words(posting));
  const Rest rest = Rest::of_sketch(posting.sketch);
  ASSERT_TRUE(rest.is_two_words());
  EXPECT_EQ(rest.first_hash(), Rest::hash(1000));
  EXPECT_EQ(rest.second_hash(), Rest::hash(2000));
}

TEST(Posting, TellsTheGroupsOfStillMoreWords) {
  const Posting posting = posting_of({1, 2, 3, 1000, 2000, 3000, 4000, 5});
  EXPECT_FALSE(knows_all_words(posting));
  const Rest rest = Rest::of_sketch(posting.sketch);
  EXPECT_FALSE(rest.is_none() || rest.is_word() || rest.is_two_words());
  std::uint32_t groups = 0;
  for (const std::uint32_t word : {1000u, 2000u, 3000u, 4000u})
    groups |= 1u << Rest::group(word);
  EXPECT_EQ(rest.groups(), groups);
}

int weight_of(std::initializer_list<const char*> words) {
  std::vector<names::AnalysedName> analysed;
  for (const char* word : words)
    analysed.push_back(sample_analyser().analyse(word, names::Kind::kPerson));
  SketchedName name;
  std::uint32_t number = 0;
  for (const names::AnalysedName& word : analysed)
    name.add(word.view(), 0, {number++, 1});
  name.finish();
  return name.weight() * kWeightUnit;
}

TEST(SketchedName, WordsThatOneWordOfAQuestionMayStandForWeighOnce) {
  const int one = weight_of({"Quorvex"});
  EXPECT_EQ(weight_of({"Quorvex", "Quorvex"}), one);
  EXPECT_EQ(weight_of({"Quorvex", "Quorvix"}), one);
  EXPECT_EQ(weight_of({"Mohammad", "Mohamed"}), one);
  EXPECT_GT(weight_of({"Quorvex", "Zhilinsky"}), one);
}

}  // namespace
}  // namespace vedette::catalogue
