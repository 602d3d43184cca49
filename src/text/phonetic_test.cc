#include "text/phonetic.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace vedette::text {
namespace {

void expect_all_alike(std::initializer_list<std::string_view> names) {
  for (const std::string_view a : names)
    for (const std::string_view b : names)
      EXPECT_TRUE(phonetic_keys(a).shares_with(phonetic_keys(b))) << a << " and " << b;
}

bool alike(std::string_view a, std::string_view b) {
  return phonetic_keys(a).shares_with(phonetic_keys(b));
}

bool finely_alike(std::string_view a, std::string_view b) {
  return sound_keys(a).shares_with(sound_keys(b));
}

TEST(Phonetic, SpellingsOfOneNameSoundAlike) {
  expect_all_alike({"vladimir", "wladimir", "vladimer"});
  expect_all_alike({"tchaikovsky", "chaikovsky", "tschaikowsky", "chaykovskiy"});
  expect_all_alike({"shchukin", "schtschukin", "chtchoukine"});
  expect_all_alike({"muhammad", "mohamed", "mohammed", "mehmet", "muhammed", "mohamad"});
  expect_all_alike({"yusuf", "youssef", "jusuf", "yousuf"});
  expect_all_alike({"hussein", "husain", "hossein", "husayn"});
  expect_all_alike({"qaddafi", "gadhafi", "kadafi", "gaddafi"});
  expect_all_alike({"philip", "filip", "phillip"});
  expect_all_alike({"khaled", "haled", "khalid"});
  expect_all_alike({"zhukov", "joukov", "schukow"});
  expect_all_alike({"alexander", "aleksandr", "aleksander"});
  expect_all_alike({"jamal", "djamal", "dzhamal"});
}

TEST(Phonetic, DifferentNamesSoundDifferent) {
  EXPECT_FALSE(alike("putin", "lavrov"));
  EXPECT_FALSE(alike("ivan", "petr"));
  EXPECT_FALSE(alike("anna", "nina")) << "a word that begins with a vowel";
  EXPECT_FALSE(alike("mimi", "mi")) << "a consonant said twice";
}

TEST(Phonetic, TheFinerKeyKeepsVoiceAndVowels) {
  EXPECT_TRUE(finely_alike("vladimir", "wladimir"));
  EXPECT_TRUE(finely_alike("muhammad", "mohamed"));
  EXPECT_TRUE(finely_alike("hussein", "hossein"));
  EXPECT_TRUE(finely_alike("yusuf", "youssef"));
  EXPECT_FALSE(finely_alike("petra", "bedra"));
  EXPECT_FALSE(finely_alike("klin", "kalina"));
  EXPECT_FALSE(finely_alike("marin", "moran"));
}

TEST(Phonetic, WhatSoundsFinelyAlikeSoundsAlike) {
  for (const auto& [a, b] : {std::pair{"vladimir", "wladimir"},
                             {"muhammad", "mohamed"},
                             {"yusuf", "youssef"},
                             {"ilja", "ilya"},
                             {"georg", "jeorj"}})
    if (finely_alike(a, b)) {
      EXPECT_TRUE(alike(a, b)) << a << " and " << b;
    }
}

TEST(Phonetic, AlwaysHasAKey) {
  for (const char* word : {"", "a", "h", "123", "aeiou", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"}) {
    ASSERT_GE(phonetic_keys(word).size(), 1u) << word;
    ASSERT_GE(sound_keys(word).size(), 1u) << word;
    EXPECT_NE(phonetic_keys(word)[0], 0u);
  }
}

TEST(Phonetic, LongWordsDifferAfterTheirBeginning) {
  EXPECT_FALSE(alike("bandaranaikeramasubramaniam", "bandaranaikeramasubramanial"));
}

}  // namespace
}  // namespace vedette::text
