#include "text/edit_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/testing/test_seed.h"

namespace vedette::text {
namespace {

// The slow, obvious twin: the whole matrix.
template <typename View>
std::size_t reference(View a, View b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j)
    d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

TEST(EditDistance, CountsLettersInsertedDeletedReplacedAndSwapped) {
  EXPECT_EQ(edit_distance("putin", "putin", 3), 0u);
  EXPECT_EQ(edit_distance("jon", "john", 3), 1u);
  EXPECT_EQ(edit_distance("vladimir", "wladimir", 3), 1u);
  EXPECT_EQ(edit_distance("lavrov", "larvov", 3), 1u) << "two letters swapped are one mistake";
  EXPECT_EQ(edit_distance("ca", "abc", 5), 3u) << "a swapped pair is not edited again";
  EXPECT_EQ(edit_distance("", "abc", 5), 3u);
}

TEST(EditDistance, BeyondTheLimitIsOneMoreThanTheLimit) {
  EXPECT_EQ(edit_distance("putin", "obama", 2), 3u);
  EXPECT_EQ(edit_distance("a", "abcdef", 2), 3u);
  EXPECT_EQ(edit_distance("ab", "ba", 0), 1u);
}

TEST(EditDistance, WorksOnCodePoints) {
  EXPECT_EQ(edit_distance(std::u32string_view(U"путин"), std::u32string_view(U"путен"), 2), 1u);
}

std::string narrow(const std::u32string& wide) {
  std::string out;
  for (const char32_t c : wide)
    out.push_back(static_cast<char>(c));
  return out;
}

// Of how many random pairs of words the distance is not what `twin` says; the first is named.
template <class Twin>
int differences(unsigned seed, int rounds, Twin twin, std::string& first) {
  std::mt19937 random(seed);
  int count = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t longest = round % 50 == 0 ? 150 : 14;
    const auto word = [&] {
      std::u32string out(random() % (longest + 1), U'a');
      for (char32_t& c : out)
        c = U"abc"[random() % 3];
      return out;
    };
    std::u32string a = word();
    std::u32string b = word();
    if (round % 3 == 0) {
      b = a;
      for (int edits = 0; edits < 3 && !b.empty(); ++edits)
        b[random() % b.size()] = U'd';
    }
    const std::size_t limit = random() % 12;
    const std::size_t expected = std::min<std::size_t>(twin(a, b), limit + 1);
    const std::string narrow_a = narrow(a);
    const std::string narrow_b = narrow(b);
    if (edit_distance(std::u32string_view(a), std::u32string_view(b), limit) == expected &&
        edit_distance(narrow_a, narrow_b, limit) == expected)
      continue;
    if (count++ == 0) first = narrow_a + " " + narrow_b + " within " + std::to_string(limit);
  }
  return count;
}

TEST(EditDistance, AgreesWithTheWholeMatrixOnRandomWords) {
  const auto seed = static_cast<unsigned>(base::test_seed());
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::string first;
  EXPECT_EQ(differences(seed, 20000, reference<std::u32string_view>, first), 0) << first;
}

// The canaries of the test above: twins that are wrong in one rare way are told apart.
TEST(EditDistance, ATwinThatIsWrongNowAndThenIsFoundOut) {
  std::string first;
  const auto wrong_beyond_a_word = [](std::u32string_view a, std::u32string_view b) {
    return reference(a, b) + (a.size() > 64 ? 1 : 0);
  };
  EXPECT_GT(differences(1, 5000, wrong_beyond_a_word, first), 0);
  const auto forgets_the_end = [](std::u32string_view a, std::u32string_view b) {
    return reference(a, b.substr(0, 20));
  };
  EXPECT_GT(differences(1, 5000, forgets_the_end, first), 0);
}

TEST(EditDistance, KnowsSlipsOfTheFingerAndOfTheEye) {
  EXPECT_TRUE(are_keyboard_neighbours('a', 's'));
  EXPECT_TRUE(are_keyboard_neighbours('s', 'a'));
  EXPECT_TRUE(are_keyboard_neighbours('g', 't'));
  EXPECT_TRUE(are_keyboard_neighbours('t', 'z')) << "on a German keyboard";
  EXPECT_FALSE(are_keyboard_neighbours('q', 'p'));
  EXPECT_FALSE(are_keyboard_neighbours('a', 'a'));
  EXPECT_TRUE(look_alike('l', '1'));
  EXPECT_FALSE(look_alike('l', 'o'));
  for (char a = 'a'; a <= 'z'; ++a)
    for (char b = 'a'; b <= 'z'; ++b)
      EXPECT_EQ(are_keyboard_neighbours(a, b), are_keyboard_neighbours(b, a)) << a << b;
}

}  // namespace
}  // namespace vedette::text
