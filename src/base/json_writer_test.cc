#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <limits>

namespace vedette::base {
namespace {

TEST(JsonWriter, WritesNestedValuesWithCommasInTheRightPlaces) {
  std::string out;
  JsonWriter json(out);
  json.begin_object()
      .member("a", 1)
      .key("b")
      .begin_array()
      .value("x")
      .null()
      .begin_object()
      .end_object();
  json.end_array().member("c", true).key("d").value(0.85, 4).key("e").value(1.0, 2).end_object();
  EXPECT_EQ(out, R"({"a":1,"b":["x",null,{}],"c":true,"d":0.85,"e":1})");
}

TEST(JsonWriter, EscapesWhatWouldBreakTheText) {
  std::string out;
  JsonWriter(out).value("q\"b\\n\n\x01 Владимир");
  EXPECT_EQ(out, "\"q\\\"b\\\\n\\u000a\\u0001 Владимир\"");
}

TEST(JsonWriter, NeverWritesNotANumber) {
  std::string out;
  JsonWriter(out).value(std::numeric_limits<double>::quiet_NaN(), 2);
  EXPECT_EQ(out, "null");
}

}  // namespace
}  // namespace vedette::base
