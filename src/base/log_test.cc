#include "base/log.h"

#include <gtest/gtest.h>

namespace vedette::base {
namespace {

TEST(Log, WritesOneJsonObjectPerLineWhateverTheFieldHolds) {
  const std::string line =
      log_line(LogLevel::kInfo, "request",
               {{"path", "/a\"b\r\n{\x1b"}, {"status", 200}, {"ms", 1.5}, {"tls", true}});
  EXPECT_EQ(
      line,
      R"({"level":"info","message":"request","path":"/a\"b\u000d\u000a{\u001b","status":200,"ms":1.500,"tls":true})");
}

TEST(Log, InvalidUtf8BecomesEscapes) {
  EXPECT_EQ(log_line(LogLevel::kError, "x", {{"v", "\xff\xfe"}}),
            R"({"level":"error","message":"x","v":"\u00ff\u00fe"})");
}

TEST(Log, NumbersAreJsonEvenWhenTheyAreNone) {
  EXPECT_EQ(
      log_line(LogLevel::kInfo, "x", {{"a", -7}, {"b", 0.0004}, {"c", 1e300 * 1e300}, {"d", 1e99}}),
      R"({"level":"info","message":"x","a":-7,"b":0.000,"c":null,"d":null})");
}

}  // namespace
}  // namespace vedette::base
