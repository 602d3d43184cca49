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

}  // namespace
}  // namespace vedette::base
