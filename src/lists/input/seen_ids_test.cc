#include "lists/input/seen_ids.h"

#include <gtest/gtest.h>

#include <set>

#include "base/testing/test_seed.h"

namespace vedette::lists {
namespace {

TEST(SeenIds, AnIdIsNewOnceWhateverTheOrder) {
  const std::uint64_t seed = base::test_seed();
  std::mt19937_64 random(seed);
  SeenIds seen;
  std::set<std::string> expected;
  std::uint64_t rising = 0;
  for (int i = 0; i < 60'000; ++i) {
    std::string id;
    switch (random() % 8) {
      case 0:
        id = std::to_string(random() % 100'000);
        break;
      case 1:
        id = "0" + std::to_string(random() % 1'000);
        break;
      case 2:
        id = "QDi." + std::to_string(random() % 1'000);
        break;
      case 3:
        id = std::to_string(rising);
        break;
      default:
        rising += 1 + random() % (random() % 50 == 0 ? 1'000'000 : 3);
        id = std::to_string(rising);
    }
    EXPECT_EQ(seen.add(id), expected.insert(id).second) << id << " seed " << seed;
  }
}

}  // namespace
}  // namespace vedette::lists
