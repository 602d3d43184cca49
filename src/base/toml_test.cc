#include "base/toml.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

namespace vedette::base {
namespace {

std::string read(std::string_view text) {
  const auto parsed = parse_toml(text, "x.toml");
  return parsed.ok() ? boost::json::serialize(*parsed) : parsed.error().message;
}

TEST(Toml, GivesTablesArraysAndValues) {
  EXPECT_EQ(read("a = 1\nb = 'x'\nc = [true, 2.5]\n[d]\n'Spalte ü' = \"Größe\"\n"),
            R"({"a":1,"b":"x","c":[true,2.5E0],"d":{"Spalte ü":"Größe"}})");
  EXPECT_EQ(read("day = 2026-01-31\n"), R"({"day":"2026-01-31"})");
}

TEST(Toml, SaysWhereATextIsWrong) {
  EXPECT_TRUE(read("a = 1\nb =\n").starts_with("x.toml:2:")) << read("a = 1\nb =\n");
  EXPECT_TRUE(read("a = 1\n\xEF\xBB\x82 = 1\n").starts_with("x.toml:2:"));
  EXPECT_NE(read("a = 1é").find("é"), std::string::npos) << read("a = 1é");
  EXPECT_EQ(read("a = 1\nb = '\xC3'\n"), "x.toml:2: this is not UTF-8");
  EXPECT_NE(read("[!").find("x.toml"), std::string::npos);
}

TEST(Toml, LettersOfAnyScriptMayStandInStringsAndComments) {
  EXPECT_EQ(read("# ﻂ\na = 'ﻂ'\nb = \"\\\"ﻂ\"\nc = '''\nﻂ'ﻂ'''\n"),
            R"({"a":"ﻂ","b":"\"ﻂ","c":"ﻂ'ﻂ"})");
  EXPECT_EQ(read("\xEF\xBB\xBF# Å\na = \"\"\"\\\n  é߿ࠀ￿😀\"\"\"\n"),
            R"({"a":"é߿ࠀ￿😀"})");
}

// Where the library's tables of blanks have holes.
TEST(Toml, LettersBesideValuesAreRefused) {
  for (const std::string_view text : {"a = 1\"Ǩ", "a = 1Ǩ", "a = trueé", "a = [1é]", "é = 1"})
    EXPECT_TRUE(read(text).starts_with("x.toml:1:")) << read(text);
}

TEST(Toml, EscapesOfThePrivatePlaneStayText) {
  EXPECT_EQ(read(R"(a = "\U0010D800\U00100041")"), "{\"a\":\"\U0010D800\U00100041\"}");
}

}  // namespace
}  // namespace vedette::base
