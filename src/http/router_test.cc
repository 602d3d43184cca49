#include "http/router.h"

#include <gtest/gtest.h>

namespace vedette::http {
namespace {

using Kind = Resolution::Kind;

Response answer(const Request&) {
  return Response::json(200, "{}");
}

Router table() {
  std::vector<Route> routes;
  routes.push_back(
      {.methods = Method::kGet, .pattern = "/health", .handler = answer, .head_allowed = true});
  routes.push_back(
      {.methods = {Method::kGet, Method::kPost}, .pattern = "/screening", .handler = answer});
  routes.push_back({.methods = Method::kGet, .pattern = "/things/{id}", .handler = answer});
  routes.push_back({.methods = Method::kDelete, .pattern = "/things/{id}", .handler = answer});
  routes.push_back({.methods = Method::kGet, .pattern = "/things/special", .handler = answer});
  routes.push_back(
      {.methods = Method::kGet, .pattern = "/svc/3.0/api/token/{code}", .handler = answer});
  routes.push_back({.methods = Method::kGet, .pattern = "/console/{path...}", .handler = answer});
  routes.push_back({.methods = Method::kGet, .pattern = "/", .handler = answer});
  RouterOptions options;
  options.rewrites = {{"/svc/3/api", "/svc/3.0/api"},
                      {"/svc/3.0/api/screening", "/screening"},
                      {"/monitor/screening", "/screening"}};
  return Router(std::move(routes), std::move(options));
}

struct Asked {
  Request request;
  Resolution resolution;
};

Asked ask(const Router& router, std::string_view method, std::string_view target) {
  Asked asked;
  asked.request.method = parse_method(method);
  EXPECT_TRUE(asked.request.set_target(target)) << target;
  asked.resolution = router.resolve(asked.request);
  return asked;
}

TEST(Router, ARequestReachesItsRouteWhateverPrefixOrTrailingSlashItCameWith) {
  const Router router = table();
  for (const std::string_view path :
       {"/screening", "/screening/", "/screening?name=x", "/svc/3.0/api/screening",
        "/svc/3/api/screening/", "/monitor/screening", "http://host:80/screening",
        "/%73creening"}) {
    const Asked asked = ask(router, "GET", path);
    EXPECT_EQ(asked.resolution.kind, Kind::kRoute) << path;
    EXPECT_EQ(asked.request.route_pattern, "/screening") << path;
  }
}

TEST(Router, PathsThatAreNoneOfOursAreNotFound) {
  const Router router = table();
  for (const std::string_view path :
       {"/Screening", "/screening//", "/monitor/svc/3.0/api/screening", "/monitors/screening",
        "/svc/2.0/api/screening", "/screening/x", "/things", "/things//", "/a/../screening",
        "/console/%2e%2e/etc", "/things//x"})
    EXPECT_EQ(ask(router, "GET", path).resolution.kind, Kind::kNotFound) << path;
  EXPECT_EQ(ask(router, "BREW", "/unknown").resolution.kind, Kind::kNotFound);
}

TEST(Router, ABaseAddressThatEndsWithASlashReachesTheSameRoutes) {
  const Router router = table();
  EXPECT_EQ(ask(router, "GET", "//screening").request.route_pattern, "/screening");
  EXPECT_EQ(ask(router, "GET", "//monitor/screening").request.route_pattern, "/screening");
}

TEST(Router, ParametersAreDecodedAndMayContainAnEncodedSlash) {
  const Router router = table();
  EXPECT_EQ(ask(router, "GET", "/things/a%2Fb%20c").request.parameter("id"), "a/b c");
  EXPECT_EQ(ask(router, "GET", "/things/a+b").request.parameter("id"), "a+b");
  EXPECT_EQ(ask(router, "GET", "/svc/3/api/token/P1/").request.parameter("code"), "P1");
  EXPECT_EQ(ask(router, "GET", "/console/assets/app.js").request.parameter("path"),
            "assets/app.js");
  EXPECT_EQ(ask(router, "GET", "/things/special").request.route_pattern, "/things/special");
  for (const std::string_view path : {"/things/%", "/things/%00", "/things/%FF", "/%zz"})
    EXPECT_EQ(ask(router, "GET", path).resolution.kind, Kind::kBadPath) << path;
}

TEST(Router, AWrongMethodIsToldWhichOnesAreAllowed) {
  const Router router = table();
  const auto allow = [&](std::string_view method, std::string_view path) {
    const Asked asked = ask(router, method, path);
    EXPECT_EQ(asked.resolution.kind, Kind::kMethodNotAllowed) << method << ' ' << path;
    return asked.resolution.allow;
  };
  EXPECT_EQ(allow("POST", "/health"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(allow("PUT", "/things/1"), "GET, DELETE, OPTIONS");
  EXPECT_EQ(allow("BREW", "/screening/"), "GET, POST, OPTIONS");
  EXPECT_EQ(allow("get", "/screening"), "GET, POST, OPTIONS");
}

TEST(Router, HeadIsOnlyForRoutesThatSaySo) {
  const Router router = table();
  EXPECT_EQ(ask(router, "HEAD", "/health").resolution.kind, Kind::kRoute);
  EXPECT_EQ(ask(router, "HEAD", "/screening").resolution.kind, Kind::kMethodNotAllowed);
  EXPECT_EQ(ask(router, "HEAD", "/svc/3.0/api/token/P1").resolution.kind, Kind::kMethodNotAllowed);
}

TEST(Router, OptionsNamesTheMethodsOfThePathOrOfAllPaths) {
  const Router router = table();
  EXPECT_EQ(ask(router, "OPTIONS", "/things/9").resolution.kind, Kind::kOptions);
  EXPECT_EQ(ask(router, "OPTIONS", "/things/9").resolution.allow, "GET, DELETE, OPTIONS");
  EXPECT_EQ(ask(router, "OPTIONS", "*").resolution.allow, "GET, HEAD, POST, DELETE, OPTIONS");
  EXPECT_EQ(ask(router, "OPTIONS", "/nowhere").resolution.kind, Kind::kNotFound);
  EXPECT_EQ(ask(router, "GET", "*").resolution.kind, Kind::kBadPath);
}

TEST(Router, TheDefaultErrorBodyIsJsonAndCannotBeBrokenByItsTexts) {
  Request request;
  request.id = "R1";
  const Response response = render_error_object({.status = 413,
                                                 .code = "PAYLOAD_TOO_LARGE",
                                                 .message = "a \"big\" body",
                                                 .request = request,
                                                 .max_bytes = 5});
  EXPECT_EQ(response.status, 413);
  EXPECT_EQ(response.body,
            R"({"success":false,"error":{"code":"PAYLOAD_TOO_LARGE","message":"a \"big\" body",)"
            R"("status":413,"maxBytes":5,"requestId":"R1"},"message":"a \"big\" body"})");
}

TEST(Request, TargetsOfEveryFormAreReadOrRefused) {
  Request request;
  EXPECT_TRUE(request.set_target("http://example.org:8080/a/b?c=d?e"));
  EXPECT_EQ(request.path(), "/a/b");
  EXPECT_EQ(request.query(), "c=d?e");
  EXPECT_TRUE(request.set_target("HTTPS://example.org?x"));
  EXPECT_EQ(request.path(), "/");
  EXPECT_EQ(request.query(), "x");
  EXPECT_TRUE(request.set_target("/a?"));
  EXPECT_EQ(request.query(), "");
  for (const std::string_view bad : {"", "a", "example.org:443", "ftp://x/", "http:///x", "/a#b"})
    EXPECT_FALSE(request.set_target(bad)) << bad;
}

TEST(Request, HeadersAreFoundWithoutRegardToCase) {
  Request request;
  request.add_header("Content-Type", "  text/plain\t");
  request.add_header("X-Twice", "1");
  request.add_header("x-twice", "2");
  EXPECT_EQ(request.header("content-TYPE"), "text/plain");
  EXPECT_EQ(request.header("X-None"), std::nullopt);
  EXPECT_EQ(request.header_count("X-TWICE"), 2u);
  EXPECT_EQ(request.header_values("x-Twice"), (std::vector<std::string_view>{"1", "2"}));
  request.clear();
  EXPECT_EQ(request.header("Content-Type"), std::nullopt);
}

}  // namespace
}  // namespace vedette::http
