#include "search/word_notes.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>
#include <unordered_set>

namespace vedette::search {
namespace {

TEST(WordNotes, AreKeptForEachWordHoweverManyThereAre) {
  constexpr std::uint32_t kWords = 200'000;
  WordNotes notes;
  notes.make_room_for(kWords);
  std::mt19937 random(11);
  for (const std::size_t count : {0u, 3u, 500u, 513u, 40'000u, 20u}) {
    std::unordered_map<std::uint32_t, std::uint32_t> expected;
    for (std::size_t i = 0; i < count; ++i) {
      const auto word = static_cast<std::uint32_t>(random() % kWords);
      notes.note(word).related_to |= 1u << i % 20;
      expected[word] |= 1u << i % 20;
    }
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const auto own = expected.find(word);
      ASSERT_EQ(notes.of(word).related_to, own == expected.end() ? 0 : own->second) << word;
    }
    std::unordered_set<std::uint32_t> forgotten;
    notes.forget([&](std::uint32_t word) { EXPECT_TRUE(forgotten.insert(word).second); });
    EXPECT_EQ(forgotten.size(), expected.size());
    for (const auto& [word, bits] : expected)
      ASSERT_EQ(notes.of(word).related_to, 0u) << word << ' ' << bits;
  }
}

TEST(WordNotes, OfTheFirstAndTheLastWordAreNotThoseOfNone) {
  WordNotes notes;
  notes.make_room_for(64);
  notes.note(0).hits = 1;
  notes.note(63).hits = 2;
  EXPECT_EQ(notes.of(0).hits, 1);
  EXPECT_EQ(notes.of(63).hits, 2);
  EXPECT_EQ(notes.of(1).hits, 0);
  EXPECT_EQ(notes.of(1).key, 0u);
}

}  // namespace
}  // namespace vedette::search
