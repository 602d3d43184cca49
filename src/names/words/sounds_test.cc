#include "names/words/sounds.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>

namespace vedette::names {
namespace {

auto all_of(const Sounds& sounds) {
  return std::tuple(sounds.mask, sounds.keys, sounds.arabic_skeleton, sounds.hebrew_skeleton,
                    sounds.count, sounds.coarse_count);
}

// More spellings than there are places, so that they drive one another out.
TEST(SoundMemo, WhatItRemembersIsWhatEachSpellingSoundsLike) {
  constexpr std::size_t kSpellings = 20'000;
  std::mt19937_64 random(11);
  std::vector<std::string> spellings = {"", std::string(kMaxLetters, 'm'),
                                        std::string(kMaxLetters + 1, 'm')};
  while (spellings.size() < kSpellings) {
    std::string& spelling = spellings.emplace_back();
    for (std::size_t left = 1 + random() % 6; left > 0; --left)
      spelling += static_cast<char>('a' + random() % 26);
  }
  SoundMemo memo;
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    for (const std::size_t k : {i, i, std::size_t{random() % (i + 1)}})
      ASSERT_EQ(all_of(memo.of(spellings[k])), all_of(sounds_of(spellings[k]))) << spellings[k];
  }
}

}  // namespace
}  // namespace vedette::names
