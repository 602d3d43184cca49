#include "http/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "http/testing/server_fixture.h"

namespace vedette::http {
namespace {

using testing::Answer;
using testing::Caller;
using ::testing::HasSubstr;
using testing::TestServer;

TEST(Server, AnswersManyRequestsOnOneConnection) {
  TestServer server;
  Caller caller(server.port());
  for (int i = 0; i < 20; ++i) {
    const auto answer = caller.ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200);
    EXPECT_EQ(answer->body, "{\"ok\":true}");
    EXPECT_EQ(answer->header("Connection"), std::nullopt);
  }
  EXPECT_EQ(server.server().counts().accepted, 1u);
}

TEST(Server, EveryAnswerCarriesTheDefaultHeaders) {
  TestServer server;
  Caller caller(server.port());
  for (const std::string path : {"/health", "/nowhere"}) {
    const auto answer = caller.ask("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->header("Content-Type"), "application/json; charset=utf-8");
    EXPECT_EQ(answer->header("Cache-Control"), "no-store");
    EXPECT_EQ(answer->header("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(answer->header("Content-Length"), std::to_string(answer->body.size()));
    EXPECT_EQ(answer->header("X-Request-Id").value_or("").size(), 26u);
    EXPECT_THAT(answer->header("Date").value_or(""), HasSubstr(" GMT"));
  }
}

TEST(Server, AHandlersOwnHeadersReplaceTheDefaultsAndCannotForgeLines) {
  std::vector<Route> routes;
  routes.push_back({.methods = Method::kGet, .pattern = "/own", .handler = [](const Request&) {
                      Response response = Response::text(201, "text/css", "a{}");
                      response.set("Cache-Control", "max-age=60");
                      response.set("X-Name", "a\r\nSet-Cookie: stolen=1");
                      response.set("Content-Length", "999");
                      return response;
                    }});
  TestServer server({}, std::move(routes));
  Caller caller(server.port());
  const auto answer = caller.ask("GET /own HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(answer->header("Content-Type"), "text/css");
  EXPECT_EQ(answer->header("Cache-Control"), "max-age=60");
  EXPECT_EQ(answer->header("X-Name"), "aSet-Cookie: stolen=1");
  EXPECT_EQ(answer->header("Set-Cookie"), std::nullopt);
  EXPECT_EQ(answer->body, "a{}");
}

TEST(Server, FiftyOnePipelinedRequestsAreAnsweredInOrder) {
  TestServer server;
  Caller caller(server.port());
  std::string burst;
  for (int i = 0; i < 51; ++i)
    burst += "GET /about/" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\n\r\n";
  caller.send(burst);
  for (int i = 0; i < 51; ++i) {
    const auto answer = caller.read();
    ASSERT_TRUE(answer) << i;
    EXPECT_EQ(answer->body, "GET /about/" + std::to_string(i) + "  ");
  }
}

TEST(Server, PipelinedRequestsOfAllKindsStayInStep) {
  TestServer server;
  Caller caller(server.port());
  caller.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nfirst"
      "GET /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nxyz"
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
      "chunked\r\n\r\n3\r\nsec\r\n3\r\nond\r\n0\r\n\r\n"
      "\r\n"
      "OPTIONS /echo HTTP/1.1\r\nHost: x\r\n\r\n"
      "GET /big HTTP/1.1\r\nHost: x\r\n\r\n"
      "POST /echo HTTP/1.1\r\nHost: x\r\n\r\n"
      "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(caller.read()->body, "first");
  EXPECT_EQ(caller.read()->status, 404);
  EXPECT_EQ(caller.read()->body, "second");
  EXPECT_EQ(caller.read()->status, 204);
  EXPECT_EQ(caller.read()->body.size(), 8u << 20);
  EXPECT_EQ(caller.read()->body, "");
  const auto last = caller.read();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->status, 200);
  EXPECT_EQ(last->header("Connection"), "close");
  EXPECT_TRUE(caller.ended());
}

TEST(Server, HttpOneZeroClosesUnlessAskedToKeepTheConnection) {
  TestServer server;
  {
    Caller caller(server.port());
    const auto answer = caller.ask("GET /health HTTP/1.0\r\n\r\n");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200);
    EXPECT_EQ(answer->header("Connection"), "close");
    EXPECT_TRUE(caller.ended());
  }
  Caller caller(server.port());
  for (int i = 0; i < 3; ++i) {
    const auto answer = caller.ask("GET /health HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->header("Connection"), "keep-alive");
  }
}

TEST(Server, AClientThatClosesItsSideStillGetsItsAnswer) {
  TestServer server;
  Caller caller(server.port());
  caller.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  caller.finish_sending();
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_TRUE(caller.ended());
}

TEST(Server, HeadGivesTheHeadersOfGetWithoutABody) {
  TestServer server;
  Caller caller(server.port());
  caller.send("HEAD /health HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto head = caller.read(true);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->status, 200);
  EXPECT_EQ(head->header("Content-Length"), "11");
  EXPECT_EQ(caller.ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->body, "{\"ok\":true}");
  caller.send("HEAD /echo HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto refused = caller.read(true);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 405);
  EXPECT_EQ(refused->header("Allow"), "GET, POST, OPTIONS");
  EXPECT_EQ(caller.ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->status, 200);
}

TEST(Server, UnknownPathsAndMethodsAreAnsweredInJson) {
  TestServer server;
  Caller caller(server.port());
  const auto missing = caller.ask("GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: R-1\r\n\r\n");
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->status, 404);
  EXPECT_EQ(missing->body,
            R"({"success":false,"error":{"code":"ROUTE_NOT_FOUND",)"
            R"("message":"There is nothing at this path.","status":404,"requestId":"R-1"},)"
            R"("message":"There is nothing at this path."})");
  const auto wrong = caller.ask("DELETE /echo HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->status, 405);
  EXPECT_EQ(wrong->header("Allow"), "GET, POST, OPTIONS");
  EXPECT_THAT(wrong->body, HasSubstr("METHOD_NOT_ALLOWED"));
  EXPECT_EQ(caller.ask("BREW /echo HTTP/1.1\r\nHost: x\r\n\r\n")->status, 405);
  const auto options = caller.ask("OPTIONS /health HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->status, 204);
  EXPECT_EQ(options->header("Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(options->header("Content-Length"), std::nullopt);
  EXPECT_EQ(caller.ask("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")->status, 204);
  EXPECT_EQ(caller.ask("GET /about/%ff HTTP/1.1\r\nHost: x\r\n\r\n")->status, 400);
  EXPECT_EQ(caller.ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->status, 200);
}

TEST(Server, TheErrorBodyIsMadeByTheGivenRenderer) {
  RouterOptions router;
  router.render_error = [](const ErrorReport& report) {
    if (report.request.path() == "/boom") throw std::runtime_error("renderer");
    return Response::json(report.status, "{\"error\":\"" + std::string(report.code) + "\"}");
  };
  TestServer server({}, {}, std::move(router));
  Caller caller(server.port());
  EXPECT_EQ(caller.ask("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")->body,
            "{\"error\":\"ROUTE_NOT_FOUND\"}");
  EXPECT_THAT(caller.ask("GET /boom HTTP/1.1\r\nHost: x\r\n\r\n")->body,
              HasSubstr("\"success\":false"));
  EXPECT_EQ(caller.ask("GET /x HTTP/1.1\r\n\r\n")->body, "{\"error\":\"MALFORMED_REQUEST\"}");
}

TEST(Server, AbsoluteTargetsReachTheSameRoutes) {
  TestServer server;
  Caller caller(server.port());
  const auto answer = caller.ask(
      "GET http://example.org:1/about/a%2Fb?q=1 HTTP/1.1\r\nHost: example.org:1\r\n\r\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "GET /about/a%2Fb q=1 ");
}

TEST(Server, BodiesOnGetAreReadAndEmptyPostsAreFine) {
  TestServer server;
  Caller caller(server.port());
  EXPECT_EQ(caller.ask("GET /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody")->body,
            "body");
  EXPECT_EQ(caller.ask("POST /echo HTTP/1.1\r\nHost: x\r\n\r\n")->status, 200);
  EXPECT_EQ(caller.ask("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")->status, 200);
  EXPECT_EQ(caller
                .ask("GET /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "A;name=value\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n")
                ->body,
            "0123456789");
}

TEST(Server, ARequestCutIntoSinglePiecesIsTheSameRequest) {
  TestServer server;
  Caller caller(server.port());
  const std::string request =
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
      "chunked\r\n\r\n4\r\nabcd\r\n1\r\ne\r\n0\r\n\r\n";
  for (const char byte : request)
    caller.send({&byte, 1});
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "abcde");
}

TEST(Server, LargeBodiesGoBothWaysUnchanged) {
  TestServer server;
  Caller caller(server.port());
  std::string body(3u << 20, '\0');
  for (std::size_t i = 0; i < body.size(); ++i)
    body[i] = static_cast<char>(i * 2654435761u >> 13);
  caller.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n\r\n");
  caller.send(body);
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->body == body);
  EXPECT_EQ(caller.ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->status, 200);
}

TEST(Server, AFailingHandlerIsA500AndTheServerLivesOn) {
  TestServer server;
  Caller caller(server.port());
  const auto answer = caller.ask("GET /fail HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 500);
  EXPECT_THAT(answer->body, HasSubstr("INTERNAL_ERROR"));
  EXPECT_THAT(answer->body, Not(HasSubstr("always fails")));
  EXPECT_EQ(caller.ask("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->status, 200);
}

TEST(Server, AValidRequestIdIsEchoedAndAnyOtherReplaced) {
  TestServer server;
  Caller caller(server.port());
  const auto id = [&](const std::string& sent) {
    const auto answer =
        caller.ask("GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: " + sent + "\r\n\r\n");
    return answer ? answer->header("X-Request-Id").value_or("none") : "none";
  };
  EXPECT_EQ(id("my.trace_id-7"), "my.trace_id-7");
  EXPECT_EQ(id(std::string(128, 'a')), std::string(128, 'a'));
  EXPECT_EQ(id(std::string(129, 'a')).size(), 26u);
  EXPECT_EQ(id("has space").size(), 26u);
  EXPECT_EQ(id("a\"b").size(), 26u);
  EXPECT_NE(id(""), id(""));
}

TEST(Server, OneLogLinePerRequestWithoutQueries) {
  std::vector<Route> routes;
  routes.push_back({.methods = Method::kGet,
                    .pattern = "/open",
                    .handler = [](const Request&) { return Response::json(200, "12345"); },
                    .log_query = true});
  TestServer server({}, std::move(routes));
  Caller caller(server.port());
  caller.ask(
      "GET /about/x?name=secret HTTP/1.1\r\nHost: x\r\nX-Request-Id: r1\r\nAuthorization: Bearer "
      "t\r\n\r\n");
  caller.ask("GET /open?page=2 HTTP/1.1\r\nHost: x\r\nX-Request-Id: r2\r\n\r\n");
  caller.ask("GET /nowhere?name=secret HTTP/1.1\r\nHost: x\r\nX-Request-Id: r3\r\n\r\n");
  caller.ask("GARBAGE\r\n\r\n");
  const auto lines = server.logged(4);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].path, "/about/{name}");
  EXPECT_EQ(lines[0].route, "/about/{name}");
  EXPECT_EQ(lines[0].id, "r1");
  EXPECT_EQ(lines[0].peer, "127.0.0.1");
  EXPECT_EQ(lines[1].path, "/open?page=2");
  EXPECT_EQ(lines[1].bytes, 5u);
  EXPECT_EQ(lines[2].path, "/nowhere");
  EXPECT_EQ(lines[2].status, 404);
  EXPECT_EQ(lines[2].route, "");
  EXPECT_EQ(lines[3].status, 400);
}

std::string gunzip(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string out(1u << 20, '\0');
  std::string in = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(Server, LargeAnswersAreCompressedOnlyWhenAskedFor) {
  const std::string text(2000, 'x');
  std::vector<Route> routes;
  routes.push_back({.methods = Method::kGet, .pattern = "/long", .handler = [&](const Request&) {
                      return Response::json(200, text);
                    }});
  TestServer server({}, std::move(routes));
  Caller caller(server.port());
  const auto ask = [&](const std::string& path, const std::string& encoding) {
    const auto answer = caller.ask("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + encoding + "\r\n");
    EXPECT_TRUE(answer);
    return answer.value_or(Answer{});
  };
  const Answer asked = ask("/long", "Accept-Encoding: br, gzip;q=0.5\r\n");
  EXPECT_EQ(asked.header("Content-Encoding"), "gzip");
  EXPECT_EQ(asked.header("Vary"), "Accept-Encoding");
  EXPECT_LT(asked.body.size(), text.size());
  EXPECT_EQ(gunzip(asked.body), text);
  for (const std::string other :
       {"", "Accept-Encoding: gzip;q=0\r\n", "Accept-Encoding: identity\r\n"}) {
    const Answer plain = ask("/long", other);
    EXPECT_EQ(plain.header("Content-Encoding"), std::nullopt) << other;
    EXPECT_EQ(plain.header("Vary"), "Accept-Encoding");
    EXPECT_EQ(plain.body, text);
  }
  EXPECT_EQ(ask("/health", "Accept-Encoding: gzip\r\n").header("Content-Encoding"), std::nullopt);
}

TEST(Server, TheClientsAddressComesFromTrustedProxiesOnly) {
  const std::string request =
      "GET /peer HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9, 198.51.100.7\r\n"
      "X-Forwarded-Proto: https\r\n\r\n";
  {
    TestServer server;
    Caller caller(server.port());
    EXPECT_EQ(caller.ask(request)->body, "127.0.0.1 plain");
  }
  ServerOptions options;
  options.trusted_proxies = TrustedProxies::parse({"127.0.0.0/8"}).value();
  TestServer server(options);
  Caller caller(server.port());
  EXPECT_EQ(caller.ask(request)->body, "198.51.100.7 tls");
  EXPECT_EQ(server.logged(1)[0].peer, "198.51.100.7");
}

TEST(Server, ListensOnSeveralAddressesAndSaysWhenOneIsTaken) {
  ServerOptions options;
  options.listen = {{.host = "127.0.0.1"}, {.host = "::1"}};
  TestServer server(options);
  ASSERT_EQ(server.server().addresses().size(), 2u);
  EXPECT_NE(server.server().addresses()[0].port, 0);
  EXPECT_NE(server.server().addresses()[1].port, 0);
  base::SystemClock clock;
  ServerOptions taken;
  taken.listen = {{.host = "127.0.0.1", .port = server.port()}};
  Server second(taken, Router({}), clock);
  const auto started = second.start();
  ASSERT_FALSE(started.ok());
  EXPECT_THAT(started.error().message,
              HasSubstr("cannot listen on 127.0.0.1:" + std::to_string(server.port())));
}

TEST(ListenAddress, IsReadFromText) {
  EXPECT_EQ(ListenAddress::parse("127.0.0.1:8080")->text(), "127.0.0.1:8080");
  EXPECT_EQ(ListenAddress::parse("[::1]:0")->text(), "[::1]:0");
  EXPECT_EQ(ListenAddress::parse("*:443")->text(), "*:443");
  for (const std::string_view bad :
       {"", "8080", ":8080", "localhost:80", "127.0.0.1", "127.0.0.1:", "1.1.1.1:65536", "::1:80",
        "[127.0.0.1]:80", "1.1.1.1:-1", "1.1.1.1:80x"})
    EXPECT_FALSE(ListenAddress::parse(bad).ok()) << bad;
}

}  // namespace
}  // namespace vedette::http
