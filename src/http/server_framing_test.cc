// What must be refused, and how: one reading of a request, or a 4xx and a closed connection.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/testing/server_fixture.h"

namespace vedette::http {
namespace {

using testing::Caller;
using ::testing::HasSubstr;
using testing::TestServer;

struct Refused {
  std::string name;
  std::string bytes;
  int status;
  std::string code;
};

void PrintTo(const Refused& refused, std::ostream* out) {
  *out << refused.name;
}

std::string get(const std::string& headers) {
  return "GET /health HTTP/1.1\r\n" + headers + "\r\n";
}
std::string post(const std::string& headers, const std::string& body) {
  return "POST /echo HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n" + body;
}

class Framing : public ::testing::TestWithParam<Refused> {};

TEST_P(Framing, IsRefusedAndTheConnectionCloses) {
  TestServer server;
  Caller caller(server.port());
  // What follows must never be read as a request of its own.
  caller.send(GetParam().bytes + "GET /about/smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, GetParam().status);
  EXPECT_THAT(answer->body, HasSubstr("\"code\":\"" + GetParam().code + "\""));
  EXPECT_EQ(answer->header("Content-Type"), "application/json; charset=utf-8");
  EXPECT_EQ(answer->header("Connection"), "close");
  EXPECT_TRUE(caller.ended());
  EXPECT_FALSE(caller.was_reset());
  for (const auto& line : server.logged())
    EXPECT_NE(line.route, "/about/{name}");
}

const std::string kBad = "MALFORMED_REQUEST";

INSTANTIATE_TEST_SUITE_P(
    Malformed, Framing,
    ::testing::Values(
        Refused{"no request line", "garbage\r\n\r\n", 400, kBad},
        Refused{"no version", "GET /health\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"two spaces", "GET  /health HTTP/1.1\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"space in the target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"bad method", "G@T /health HTTP/1.1\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"control in the target", "GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"fragment in the target", "GET /health#x HTTP/1.1\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"relative target", "GET health HTTP/1.1\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"authority target", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, kBad},
        Refused{"bare LF", "GET /health HTTP/1.1\nHost: x\n\n", 400, kBad},
        Refused{"bare LF in a header", "GET /health HTTP/1.1\r\nHost: x\nX: y\r\n\r\n", 400, kBad},
        Refused{"bare CR in a header", "GET /health HTTP/1.1\r\nHost: x\rX: y\r\n\r\n", 400, kBad},
        Refused{"folded header", get("Host: x\r\nX-A: b\r\n c\r\n"), 400, kBad},
        Refused{"folded first header", "GET /health HTTP/1.1\r\n Host: x\r\n\r\n", 400, kBad},
        Refused{"space before the colon", get("Host: x\r\nX-A : b\r\n"), 400, kBad},
        Refused{"header without a colon", get("Host: x\r\nX-A\r\n"), 400, kBad},
        Refused{"empty header name", get("Host: x\r\n: b\r\n"), 400, kBad},
        Refused{"NUL in a header", get(std::string("Host: x\r\nX-A: b\0c\r\n", 20)), 400, kBad},
        Refused{"no Host", get(""), 400, kBad},
        Refused{"two Hosts", get("Host: x\r\nHost: x\r\n"), 400, kBad},
        Refused{"Host with a path", get("Host: x/y\r\n"), 400, kBad},
        Refused{"Host with a list", get("Host: x, y\r\n"), 400, kBad}));

INSTANTIATE_TEST_SUITE_P(
    Lengths, Framing,
    ::testing::Values(
        Refused{"Content-Length and Transfer-Encoding",
                post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400,
                kBad},
        Refused{"Transfer-Encoding and Content-Length",
                post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n"), 400,
                kBad},
        Refused{"two lengths", post("Content-Length: 4\r\nContent-Length: 5\r\n", "abcd"), 400,
                kBad},
        Refused{"the same length twice", post("Content-Length: 4\r\nContent-Length: 4\r\n", "abcd"),
                400, kBad},
        Refused{"a list of lengths", post("Content-Length: 4, 4\r\n", "abcd"), 400, kBad},
        Refused{"negative length", post("Content-Length: -1\r\n", ""), 400, kBad},
        Refused{"length with a sign", post("Content-Length: +4\r\n", "abcd"), 400, kBad},
        Refused{"length in hex", post("Content-Length: 0x4\r\n", "abcd"), 400, kBad},
        Refused{"empty length", post("Content-Length: \r\n", "abcd"), 400, kBad},
        Refused{"length past 64 bits", post("Content-Length: 99999999999999999999\r\n", ""), 400,
                kBad},
        Refused{"two transfer codings",
                post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                400, kBad},
        Refused{"chunked in HTTP/1.0",
                "POST /echo HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                400, kBad},
        Refused{"gzip, chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), 501,
                "NOT_IMPLEMENTED"},
        Refused{"chunked, gzip", post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"), 501,
                "NOT_IMPLEMENTED"},
        Refused{"gzip", post("Transfer-Encoding: gzip\r\n", ""), 501, "NOT_IMPLEMENTED"},
        Refused{"identity", post("Transfer-Encoding: identity\r\n", ""), 501, "NOT_IMPLEMENTED"},
        Refused{"xchunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 501,
                "NOT_IMPLEMENTED"}));

INSTANTIATE_TEST_SUITE_P(
    Chunks, Framing,
    ::testing::Values(
        Refused{"no size", post("Transfer-Encoding: chunked\r\n", "\r\nabc\r\n0\r\n\r\n"), 400,
                kBad},
        Refused{"not hex", post("Transfer-Encoding: chunked\r\n", "xyz\r\nabc\r\n0\r\n\r\n"), 400,
                kBad},
        Refused{"0x prefix", post("Transfer-Encoding: chunked\r\n", "0x3\r\nabc\r\n0\r\n\r\n"), 400,
                kBad},
        Refused{"negative size", post("Transfer-Encoding: chunked\r\n", "-3\r\nabc\r\n0\r\n\r\n"),
                400, kBad},
        Refused{"size past 64 bits",
                post("Transfer-Encoding: chunked\r\n", "11111111111111111\r\nabc\r\n0\r\n\r\n"),
                400, kBad},
        Refused{"longer than its size",
                post("Transfer-Encoding: chunked\r\n", "3\r\nabcd\r\n0\r\n\r\n"), 400, kBad},
        Refused{"bare LF after the size",
                post("Transfer-Encoding: chunked\r\n", "3\nabc\r\n0\r\n\r\n"), 400, kBad},
        Refused{"bare LF after the data",
                post("Transfer-Encoding: chunked\r\n", "3\r\nabc\n0\r\n\r\n"), 400, kBad},
        Refused{"space after the size",
                post("Transfer-Encoding: chunked\r\n", "3 \r\nabc\r\n0\r\n\r\n"), 400, kBad},
        Refused{"quote left open in an extension",
                post("Transfer-Encoding: chunked\r\n", "3;a=\"b\nabc\r\n0\r\n\r\n"), 400, kBad},
        Refused{"folded trailer", post("Transfer-Encoding: chunked\r\n", "0\r\n A: b\r\n\r\n"), 400,
                kBad},
        Refused{"trailer without a colon",
                post("Transfer-Encoding: chunked\r\n", "0\r\nabc\r\n\r\n"), 400, kBad},
        Refused{"endless extension",
                post("Transfer-Encoding: chunked\r\n",
                     "3;" + std::string(70'000, 'e') + "\r\nabc\r\n0\r\n\r\n"),
                400, kBad}));

INSTANTIATE_TEST_SUITE_P(
    Versions, Framing,
    ::testing::Values(Refused{"HTTP/2.0", "GET /health HTTP/2.0\r\nHost: x\r\n\r\n", 505,
                              "HTTP_VERSION_NOT_SUPPORTED"},
                      Refused{"HTTP/0.9", "GET /health HTTP/0.9\r\nHost: x\r\n\r\n", 505,
                              "HTTP_VERSION_NOT_SUPPORTED"},
                      Refused{"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505,
                              "HTTP_VERSION_NOT_SUPPORTED"},
                      Refused{"lower case", "GET /health http/1.1\r\nHost: x\r\n\r\n", 400, kBad},
                      Refused{"another protocol", "GET /health FTP/1.1\r\nHost: x\r\n\r\n", 400,
                              kBad}));

INSTANTIATE_TEST_SUITE_P(
    Sizes, Framing,
    ::testing::Values(
        Refused{"request line over 16 KiB",
                "GET /" + std::string(16 * 1024, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n", 414,
                "URI_TOO_LONG"},
        Refused{"request line without an end", "GET /" + std::string(40 * 1024, 'a'), 414,
                "URI_TOO_LONG"},
        Refused{"one header over 64 KiB",
                get("Host: x\r\nX-A: " + std::string(64 * 1024, 'a') + "\r\n"), 431,
                "HEADERS_TOO_LARGE"},
        Refused{"a header without an end",
                "GET /health HTTP/1.1\r\nHost: x\r\nX-A: " + std::string(90 * 1024, 'a'), 431,
                "HEADERS_TOO_LARGE"},
        Refused{"a hundred thousand headers",
                [] {
                  std::string headers = "Host: x\r\n";
                  for (int i = 0; i < 100'000; ++i)
                    headers += "A:b\r\n";
                  return get(headers);
                }(),
                431, "HEADERS_TOO_LARGE"},
        Refused{"an expectation other than 100-continue", get("Host: x\r\nExpect: miracles\r\n"),
                417, "EXPECTATION_FAILED"}));

TEST(Framing, RequestsAtTheLimitsAreServed) {
  TestServer server;
  Caller caller(server.port());
  const std::string line = "GET /about/" + std::string(16 * 1024 - 20, 'a') + " HTTP/1.1";
  ASSERT_EQ(line.size(), 16u * 1024);
  EXPECT_EQ(caller.ask(line + "\r\nHost: x\r\n\r\n")->status, 200);
  std::string headers = "Host: x\r\n";
  for (int i = 0; i < 250; ++i)
    headers += "X-" + std::to_string(i) + ": " + std::string(240, 'v') + "\r\n";
  ASSERT_LT(headers.size(), 64u * 1024);
  EXPECT_EQ(caller.ask(get(headers))->status, 200);
}

TEST(Framing, ABodyOverTheLimitIsRefusedBeforeItArrives) {
  TestServer server;
  Caller caller(server.port());
  const auto answer = caller.ask("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
  EXPECT_THAT(answer->body, HasSubstr("\"code\":\"PAYLOAD_TOO_LARGE\""));
  EXPECT_THAT(answer->body, HasSubstr("\"maxBytes\":100"));
  EXPECT_EQ(answer->header("Connection"), "close");
  EXPECT_TRUE(caller.ended());
}

TEST(Framing, AChunkedBodyIsRefusedWhenItGrowsOverTheLimit) {
  TestServer server;
  Caller caller(server.port());
  caller.send("POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  caller.send("60\r\n" + std::string(96, 'a') + "\r\n5\r\nabcde\r\n");
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
  EXPECT_THAT(answer->body, HasSubstr("\"maxBytes\":100"));
  EXPECT_TRUE(caller.ended());
}

TEST(Framing, BodiesAtTheLimitAreTaken) {
  TestServer server;
  Caller caller(server.port());
  EXPECT_EQ(caller
                .ask("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n" +
                     std::string(100, 'a'))
                ->body.size(),
            100u);
  EXPECT_EQ(caller
                .ask("POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n" +
                     std::string(100, 'a') + "\r\n0\r\n\r\n")
                ->body.size(),
            100u);
}

TEST(Framing, TheDefaultLimitIs16MiBAndTheAnswerSurvivesTheUnreadBody) {
  TestServer server;
  Caller caller(server.port());
  const std::size_t size = (16u << 20) + 1;
  caller.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(size) +
              "\r\n\r\n");
  // The client is already sending: the answer must not be lost to a reset.
  caller.send(std::string(256 * 1024, 'a'));
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
  EXPECT_THAT(answer->body, HasSubstr("\"maxBytes\":16777216"));
}

TEST(Framing, ExpectContinueIsAnsweredAtOnceByYesOrNo) {
  TestServer server;
  Caller caller(server.port());
  caller.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-Continue\r\n\r\n");
  const auto go_on = caller.read();
  ASSERT_TRUE(go_on);
  EXPECT_EQ(go_on->status, 100);
  EXPECT_EQ(caller.ask("body")->body, "body");
  const auto no = caller.ask(
      "POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\nExpect: 100-continue\r\n\r\n");
  ASSERT_TRUE(no);
  EXPECT_EQ(no->status, 413);
  EXPECT_TRUE(caller.ended());
  Caller lost(server.port());
  const auto missing = lost.ask(
      "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->status, 404);
  EXPECT_EQ(missing->header("Connection"), "close");
}

TEST(Framing, ABodySentWithoutWaitingNeedsNoContinue) {
  TestServer server;
  Caller caller(server.port());
  const auto answer = caller.ask(
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "body");
}

TEST(Framing, TrailersNeverBecomeHeaders) {
  std::vector<Route> routes;
  routes.push_back(
      {.methods = Method::kPost, .pattern = "/who", .handler = [](const Request& request) {
         return Response::json(200, request.header("X-User") ? "forged" : "nobody");
       }});
  TestServer server({}, std::move(routes));
  Caller caller(server.port());
  EXPECT_EQ(caller
                .ask("POST /who HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
                     "chunked\r\n\r\n0\r\nX-User: root\r\n\r\n")
                ->body,
            "nobody");
}

}  // namespace
}  // namespace vedette::http
