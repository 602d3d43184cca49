#include "http/response_writer.h"

#include <gtest/gtest.h>

#include "http/gzip.h"
#include "http/request_id.h"

namespace vedette::http {
namespace {

const base::ManualClock kClock(base::Time{1'633'428'608'270});

TEST(ResponseWriter, WritesExactlyTheHeadThatIsDocumented) {
  ResponseWriter writer(kClock, 1024);
  Request request;
  request.id = "R1";
  Response response = Response::json(200, "{}");
  bool keep_alive = true;
  std::string out;
  EXPECT_EQ(writer.write_head(request, response, keep_alive, out), Framing::kLength);
  EXPECT_EQ(out,
            "HTTP/1.1 200 OK\r\nDate: Tue, 05 Oct 2021 10:10:08 GMT\r\nContent-Length: 2\r\n"
            "Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n"
            "X-Content-Type-Options: nosniff\r\nX-Request-Id: R1\r\n\r\n");
  EXPECT_TRUE(keep_alive);
  EXPECT_EQ(response.body, "{}");
}

TEST(ResponseWriter, OverTlsABrowserIsToldToStayWithIt) {
  ResponseWriter writer(kClock, 1024);
  for (const bool tls : {true, false}) {
    Request request;
    request.is_tls = tls;
    Response response = Response::json(200, "{}");
    bool keep_alive = true;
    std::string out;
    writer.write_head(request, response, keep_alive, out);
    EXPECT_EQ(out.find("Strict-Transport-Security: max-age=31536000\r\n") != std::string::npos,
              tls);
  }
}

TEST(ResponseWriter, AnswersWithoutABodySayNothingAboutOne) {
  ResponseWriter writer(kClock, 1024);
  Request request;
  for (const int status : {204, 304}) {
    Response response(status, "must not be sent");
    bool keep_alive = true;
    std::string out;
    EXPECT_EQ(writer.write_head(request, response, keep_alive, out), Framing::kNone);
    EXPECT_EQ(out.find("Content-"), out.find("Content-Type-Options"));
    EXPECT_EQ(response.body, "");
  }
}

TEST(ResponseWriter, TheDateFollowsTheClock) {
  base::ManualClock clock(base::Time{0});
  ResponseWriter writer(clock, 1024);
  Request request;
  Response response;
  bool keep_alive = true;
  std::string out;
  writer.write_head(request, response, keep_alive, out);
  clock.advance(base::seconds(61));
  writer.write_head(request, response, keep_alive, out);
  EXPECT_NE(out.find("Date: Thu, 01 Jan 1970 00:00:00 GMT"), std::string::npos);
  EXPECT_NE(out.find("Date: Thu, 01 Jan 1970 00:01:01 GMT"), std::string::npos);
}

TEST(ResponseWriter, AnEmptyPieceDoesNotEndAChunkedBody) {
  std::string out;
  append_chunk(out, "");
  EXPECT_EQ(out, "");
  append_chunk(out, std::string(26, 'x'));
  EXPECT_EQ(out, "1a\r\n" + std::string(26, 'x') + "\r\n");
}

TEST(Gzip, IsUsedOnlyWhenTheClientNamesIt) {
  for (const std::string_view yes :
       {"gzip", "GZIP", "deflate, gzip", "gzip;q=0.5", "*", "br;q=1, *;q=0.1", "gzip; q=1.000"})
    EXPECT_TRUE(accepts_gzip(yes)) << yes;
  for (const std::string_view no :
       {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *", "xgzip"})
    EXPECT_FALSE(accepts_gzip(no)) << no;
}

TEST(Gzip, BytesThatDoNotShrinkAreLeftAlone) {
  std::string noise(2000, '\0');
  std::uint32_t state = 1;
  for (char& c : noise) {
    state = state * 1664525u + 1013904223u;
    c = static_cast<char>(state >> 24);
  }
  EXPECT_FALSE(gzip(noise));
  EXPECT_LT(gzip(std::string(2000, 'a')).value().size(), 100u);
}

TEST(RequestIds, AreDistinctValidAndSortByTime) {
  RequestIds ids;
  const std::string a = ids.next(base::Time{1'700'000'000'000});
  const std::string b = ids.next(base::Time{1'700'000'000'000});
  const std::string later = ids.next(base::Time{1'700'000'000'001});
  EXPECT_EQ(a.size(), 26u);
  EXPECT_NE(a, b);
  EXPECT_EQ(a.substr(0, 10), b.substr(0, 10));
  EXPECT_LT(a, later);
  EXPECT_LT(b, later);
  EXPECT_TRUE(is_valid_request_id(a));
  EXPECT_NE(RequestIds().next(base::Time{0}).substr(10),
            RequestIds().next(base::Time{0}).substr(10));
}

}  // namespace
}  // namespace vedette::http
