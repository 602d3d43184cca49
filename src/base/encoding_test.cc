#include "base/encoding.h"

#include <gtest/gtest.h>

#include "base/digest.h"

namespace vedette::base {
namespace {

TEST(Encoding, MatchesThePublishedVectors) {
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64url("\xfb\xff"), "-_8");
  EXPECT_EQ(hex(as_text(sha256("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Encoding, ReadsBackWhatItWrites) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(unbase64(base64(bytes)), bytes);
    EXPECT_EQ(unbase64(base64url(bytes)), bytes);
    EXPECT_EQ(unhex(hex(bytes)), bytes);
    bytes += static_cast<char>(i * 7);
  }
}

TEST(Encoding, RefusesDamage) {
  EXPECT_FALSE(unbase64("Zm9v!"));
  EXPECT_FALSE(unbase64("A"));
  EXPECT_FALSE(unhex("abc"));
  EXPECT_FALSE(unhex("zz"));
}

TEST(Encoding, KnowsUtf8) {
  EXPECT_TRUE(is_utf8("Владимир 毛 \xF0\x9F\x98\x80"));
  for (const char* bad : {"\x80", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                          "\xE2\x82", "\xFF"}) {
    EXPECT_FALSE(is_utf8(bad)) << hex(bad);
  }
}

TEST(Digest, TokensDoNotRepeatAndHoldTheirBits) {
  EXPECT_EQ(random_token(32).size(), 43u);
  EXPECT_NE(random_token(32), random_token(32));
}

TEST(Digest, PiecesGiveTheSameAsTheWhole) {
  Sha256Stream pieces;
  pieces.add("ab");
  pieces.add("");
  pieces.add("c");
  EXPECT_EQ(pieces.finish(), sha256("abc"));
}

TEST(Digest, ComparesInConstantTime) {
  EXPECT_TRUE(equal_in_constant_time("secret", "secret"));
  EXPECT_FALSE(equal_in_constant_time("secret", "secreT"));
  EXPECT_FALSE(equal_in_constant_time("secret", "secre"));
}

}  // namespace
}  // namespace vedette::base
