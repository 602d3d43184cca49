#include "http/head_scan.h"

#include <gtest/gtest.h>

#include <string>

namespace vedette::http {
namespace {

using Found = HeadScan::Found;

TEST(HeadScan, FindsTheEndWhereverTheBytesAreCut) {
  const std::string bytes = "GET / HTTP/1.1\r\nHost: x\r\n\r\nbody";
  for (std::size_t first = 0; first <= bytes.size(); ++first) {
    HeadScan scan({});
    const Found found = scan.look(std::string_view(bytes).substr(0, first));
    EXPECT_EQ(found, first < 27 ? Found::kNeedMore : Found::kHead) << first;
    if (found == Found::kNeedMore) {
      EXPECT_EQ(scan.look(bytes), Found::kHead);
    }
    EXPECT_EQ(scan.size(), 27u);
  }
}

TEST(HeadScan, LimitsCountExactly) {
  const HeadScan::Limits limits{.request_line = 10, .headers = 12, .header_count = 2};
  const auto look = [&](const std::string& bytes) { return HeadScan(limits).look(bytes); };
  EXPECT_EQ(look("0123456789\r\n\r\n"), Found::kHead);
  EXPECT_EQ(look("0123456789x\r\n\r\n"), Found::kLineTooLong);
  EXPECT_EQ(look("0123456789xy"), Found::kLineTooLong);
  EXPECT_EQ(look("GET\r\na: 4567\r\n\r\n"), Found::kHead);
  EXPECT_EQ(look("GET\r\na: 45678901234\r\n\r\n"), Found::kHeadersTooBig);
  EXPECT_EQ(look("GET\r\na: 45678901234"), Found::kHeadersTooBig);
  EXPECT_EQ(look("GET\r\na:\r\nb:\r\n\r\n"), Found::kHead);
  EXPECT_EQ(look("GET\r\na:\r\nb:\r\nc:\r\n\r\n"), Found::kHeadersTooBig);
}

TEST(HeadScan, BareLineFeedsAndFoldedLinesAreRefusedAsSoonAsTheyAreSeen) {
  for (const std::string_view bad :
       {"\n", "GET\n", "GET\r\n x", "GET\r\n\tx", "GET\r\na: b\n", "GET\r\na: b\r\n c"})
    EXPECT_EQ(HeadScan({}).look(bad), Found::kMalformed) << bad;
}

}  // namespace
}  // namespace vedette::http
