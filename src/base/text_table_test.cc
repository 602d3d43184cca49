#include "base/text_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace vedette::base {
namespace {

TEST(TextTable, HoldsWhatWasPutInAndNothingElse) {
  std::mt19937_64 random(7);
  std::map<std::string, int> known;
  TextTable<int> table;
  EXPECT_FALSE(table.contains(""));
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (std::size_t left = random() % 20; left > 0; --left)
      text += static_cast<char>('a' + random() % 3);
    known[text] = i;
    table.put(text) = i;
    if (i % 100 != 0) continue;
    for (const auto& [each, value] : known)
      ASSERT_EQ(*table.find(each), value) << each;
    ASSERT_FALSE(table.contains(text + "d"));
  }
  std::size_t seen = 0;
  table.for_each([&](std::string_view text, int value) {
    ++seen;
    EXPECT_EQ(known.at(std::string(text)), value);
  });
  EXPECT_EQ(seen, known.size());
}

TEST(TextTable, TextsOfOneHashAreToldApart) {
  TextTable<int> table;
  table.put("one", 5) = 1;
  table.put("two", 5) = 2;
  EXPECT_EQ(*table.find("one", 5), 1);
  EXPECT_EQ(*table.find("two", 5), 2);
  EXPECT_EQ(table.find("three", 5), nullptr);
}

TEST(TextHash, EveryByteAndTheLengthCount) {
  for (std::size_t length = 1; length < 40; ++length) {
    const std::string text(length, 'a');
    EXPECT_NE(text_hash(text), text_hash(text + 'a'));
    for (std::size_t i = 0; i < length; ++i) {
      std::string other = text;
      other[i] = 'b';
      EXPECT_NE(text_hash(text), text_hash(other)) << length << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace vedette::base
