#include "lists/input/clean_text.h"

#include <gtest/gtest.h>

#include <string>

namespace vedette::lists {
namespace {

// As clean() is meant, a byte at a time, for ASCII alone.
std::string slowly_cleaned(std::string_view text) {
  std::string out;
  bool blank = false;
  for (const char c : text) {
    if (c <= ' ' || c == 0x7F) {
      blank = true;
      continue;
    }
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out += c;
  }
  return out;
}

// What is looked at many bytes at a time must not depend on where in them a byte stands.
TEST(CleanText, SameWhereverTheUnusualStands) {
  for (std::size_t size = 0; size < 70; ++size) {
    const std::string plain(size, 'k');
    EXPECT_EQ(clean(plain), plain);
    for (std::size_t at = 0; at < size; ++at)
      for (const std::string_view unusual : {" ", "  ", "\t", "\x7F", " \n", "~", "!"}) {
        std::string text = plain;
        text.replace(at, std::min(unusual.size(), size - at), unusual);
        EXPECT_EQ(clean(text), slowly_cleaned(text)) << size << " at " << at;
      }
  }
}

TEST(CleanText, LettersOfOtherScriptsStayWhereverTheyStand) {
  for (std::size_t size = 0; size < 40; ++size)
    for (std::size_t at = 0; at <= size; ++at) {
      std::string text(size, 'k');
      text.insert(at, "\u0416");
      EXPECT_EQ(clean(text), text);
      EXPECT_EQ(clean(text + "  end"), text + " end");
    }
}

}  // namespace
}  // namespace vedette::lists
