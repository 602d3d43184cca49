// What must hold for every name that anyone could send, tried on random ones.

#include <gtest/gtest.h>

#include <random>

#include "base/encoding.h"
#include "base/testing/test_seed.h"
#include "text/phonetic.h"
#include "text/romanise.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

constexpr int kRounds = 3000;

class RandomNames {
 public:
  RandomNames()
      : seed_(base::test_seed()), random_(static_cast<std::mt19937::result_type>(seed_)) {}
  std::string trace() const { return "seed " + std::to_string(seed_); }

  std::string bytes() {
    std::string out(random_() % 80, '\0');
    for (char& c : out)
      c = static_cast<char>(random_() % 256);
    return out;
  }

  // Letters mostly from the blocks in which names are written.
  std::string letters() {
    std::string out;
    for (std::size_t length = random_() % 40; length > 0; --length) {
      static constexpr char32_t kBlocks[] = {0x20,   0xC0,   0x300,  0x370,  0x400,  0x530,  0x5D0,
                                             0x620,  0x900,  0x980,  0xB80,  0xC00,  0xD80,  0xE00,
                                             0x1000, 0x10D0, 0x1200, 0x1780, 0x3040, 0x30A0, 0x4E00,
                                             0xAC00, 0x1100, 0xFB50, 0xFF00};
      const auto block = kBlocks[random_() % std::size(kBlocks)];
      append_utf8(block + static_cast<char32_t>(random_() % 96), out);
    }
    return out;
  }

 private:
  std::uint64_t seed_;
  std::mt19937 random_;
};

void expect_bounded_and_plain(const Words& words) {
  ASSERT_LE(words.size(), kMaxWords);
  for (const Word& word : words.words()) {
    ASSERT_LE(word.text.size(), kMaxWordLength);
    Forms forms;
    romanise(word, forms);
    ASSERT_GE(forms.size(), 1u) << encode(word.text);
    ASSERT_LE(forms.size(), kMaxForms);
    for (std::size_t i = 0; i < forms.size(); ++i) {
      for (const char c : forms[i])
        ASSERT_TRUE((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '&') << forms[i];
      ASSERT_GE(phonetic_keys(forms[i]).size(), 1u);
    }
  }
}

TEST(AnyName, IsFoldedOnceAndForAll) {
  RandomNames names;
  SCOPED_TRACE(names.trace());
  for (int round = 0; round < kRounds; ++round) {
    for (const std::string& name : {names.bytes(), names.letters()}) {
      const std::string once = fold(name);
      ASSERT_TRUE(base::is_utf8(once));
      ASSERT_EQ(fold(once), once) << base::hex(name);
    }
  }
}

TEST(AnyName, HasBoundedWordsAndPlainSpellings) {
  RandomNames names;
  SCOPED_TRACE(names.trace());
  for (int round = 0; round < kRounds; ++round) {
    expect_bounded_and_plain(tokenise(names.bytes()));
    expect_bounded_and_plain(tokenise(names.letters()));
  }
}

TEST(AnyName, GivesTheSameAnswerTwice) {
  RandomNames names;
  SCOPED_TRACE(names.trace());
  for (int round = 0; round < kRounds; ++round) {
    const std::string name = names.letters();
    const Words first = tokenise(name);
    const Words second = tokenise(name);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
      ASSERT_EQ(first[i].text, second[i].text);
      ASSERT_EQ(first[i].begin, second[i].begin);
    }
  }
}

TEST(AnyName, LosesNoLetterWithoutSayingSo) {
  RandomNames names;
  SCOPED_TRACE(names.trace());
  for (int round = 0; round < kRounds; ++round) {
    const std::string name = names.letters();
    const Words words = tokenise(name);
    std::size_t kept = 0;
    for (const Word& word : words.words())
      kept += word.text.size();
    std::size_t letters = 0;
    for (const char32_t value : normalise(name))
      letters += script_of(value) != Script::Other ? 1 : 0;
    if (!words.cut()) {
      ASSERT_GE(kept, letters) << base::hex(name);
    }
  }
}

}  // namespace
}  // namespace vedette::text
