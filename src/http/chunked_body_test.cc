#include "http/chunked_body.h"

#include <gtest/gtest.h>

namespace vedette::http {
namespace {

using Progress = ChunkedBody::Progress;

struct Read {
  Progress progress;
  std::string body;
  std::string rest;
};

Read read(std::string_view bytes, std::uint64_t limit = 100) {
  ChunkedBody chunks;
  chunks.set_limit(limit);
  Read result;
  result.progress = chunks.take(bytes, result.body);
  result.rest = bytes;
  return result;
}

TEST(ChunkedBody, JoinsChunksAndLeavesWhatFollows) {
  const Read result =
      read("3\r\nabc\r\n0A;n=\"v;w\"\r\n0123456789\r\n000\r\nT: x\r\nU:\r\n\r\nNEXT");
  EXPECT_EQ(result.progress, Progress::kDone);
  EXPECT_EQ(result.body, "abc0123456789");
  EXPECT_EQ(result.rest, "NEXT");
}

TEST(ChunkedBody, ReadsTheSameHoweverTheBytesAreCut) {
  const std::string bytes = "3;e\r\nabc\r\nf\r\n0123456789abcde\r\n0\r\nT: x\r\n\r\n";
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    ChunkedBody chunks;
    chunks.set_limit(100);
    std::string body;
    std::string_view first = std::string_view(bytes).substr(0, cut);
    EXPECT_EQ(chunks.take(first, body), Progress::kNeedMore) << cut;
    EXPECT_EQ(first, "");
    std::string_view second = std::string_view(bytes).substr(cut);
    EXPECT_EQ(chunks.take(second, body), Progress::kDone) << cut;
    EXPECT_EQ(body, "abc0123456789abcde");
  }
}

TEST(ChunkedBody, TheLimitCountsAllChunksBeforeTheirBytes) {
  EXPECT_EQ(read("64\r\n").progress, Progress::kNeedMore);
  EXPECT_EQ(read("65\r\n").progress, Progress::kTooLarge);
  EXPECT_EQ(read("3\r\nabc\r\n2\r\n", 5).progress, Progress::kNeedMore);
  EXPECT_EQ(read("3\r\nabc\r\n3\r\n", 5).progress, Progress::kTooLarge);
  EXPECT_EQ(read("ffffffffffffffff\r\n").progress, Progress::kTooLarge);
}

TEST(ChunkedBody, RefusesEverythingElse) {
  for (const std::string_view bad :
       {"\r\n",     "g",        "-1",         "+1",      "0x1",
        " 1",       "1 \r\n",   "1\n",        "1\r\r",   "00000000000000000",
        "1\r\nab",  "1\r\na\n", "1\r\na\r\r", "0\r\n:",  "0\r\n A",
        "0\r\nA b", "0\r\nA\r", "0\r\nA:\n",  "0\r\n\n", "0\r\n\r\r",
        "1;\n",     "1;\x01",   "1;\x7f"})
    EXPECT_EQ(read(bad).progress, Progress::kMalformed) << bad;
}

TEST(ChunkedBody, ExtensionsAndTrailersAreBounded) {
  EXPECT_EQ(read("1;" + std::string(20'000, 'x')).progress, Progress::kMalformed);
  std::string trailers = "0\r\n";
  for (int i = 0; i < 6'000; ++i)
    trailers += "A:b\r\n";
  EXPECT_EQ(read(trailers).progress, Progress::kMalformed);
}

}  // namespace
}  // namespace vedette::http
