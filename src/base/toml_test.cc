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
  EXPECT_EQ(read("a = 1\n\xEF\xBB\x82 = 1\n"), "x.toml:2: letters beyond ASCII stand in quotes");
  EXPECT_NE(read("[!").find("x.toml"), std::string::npos);
}

TEST(Toml, LettersOfAnyScriptMayStandInStringsAndComments) {
  EXPECT_EQ(read("# ﻂ\na = 'ﻂ'\nb = \"\\\"ﻂ\"\nc = '''\nﻂ'ﻂ'''\n"),
            R"({"a":"ﻂ","b":"\"ﻂ","c":"ﻂ'ﻂ"})");
}

}  // namespace
}  // namespace vedette::base
