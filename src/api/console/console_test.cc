#include <gtest/gtest.h>

#include "api/console/console_assets.h"
#include "api/console/console_pages.h"
#include "api/request/console_cookie.h"

namespace vedette::api {
namespace {

const std::string kIndex = "<meta content=\"{nonce}\"><script src=x></script>";
const std::string kScript = "console.log(1)";

std::string row(std::string path, std::string type, std::size_t begin, std::size_t size,
                std::size_t gzip_begin, std::size_t gzip_size) {
  return path + "\t" + type + "\t" + std::to_string(begin) + "\t" + std::to_string(size) + "\t" +
         std::to_string(gzip_begin) + "\t" + std::to_string(gzip_size) + "\n";
}

// A pack with a page and a script whose gzipped form is "GZ".
const std::string& pack() {
  static const std::string made = [] {
    const std::string index = row("console/index.html", "text/html", 0, kIndex.size(), 0, 0) +
                              row("console/assets/a-1f.js", "text/javascript", kIndex.size(),
                                  kScript.size(), kIndex.size() + kScript.size(), 2) +
                              row("docs/index.html", "text/html", 0, kIndex.size(), 0, 0) +
                              row("docs/log/old.html", "text/html", 0, kIndex.size(), 0, 0);
    return std::to_string(index.size()) + "\n" + index + kIndex + kScript + "GZ";
  }();
  return made;
}

class ConsolePages : public testing::Test {
 protected:
  http::Response get(const std::string& target, const std::string& header = "",
                     const std::string& value = "") {
    http::Router router(console_page_routes(ConsoleAssets::read(pack()).value()));
    http::Request request;
    request.method = http::Method::kGet;
    request.set_target(target);
    if (!header.empty()) request.add_header(header, value);
    const auto found = router.resolve(request);
    EXPECT_EQ(found.kind, http::Resolution::Kind::kRoute) << target;
    return found.route->handler(request);
  }
  static std::string header(const http::Response& response, std::string_view name) {
    for (const http::Header& each : response.headers)
      if (http::same_header_name(each.name, name)) return each.value;
    return "";
  }
};

TEST_F(ConsolePages, ThePageAllowsNothingInlineButTheStylesOfItsOwnNonce) {
  const http::Response first = get("/console");
  const std::string policy = header(first, "Content-Security-Policy");
  EXPECT_EQ(policy.find("unsafe"), std::string::npos) << policy;
  EXPECT_NE(policy.find("default-src 'none'; script-src 'self';"), std::string::npos) << policy;
  EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos) << policy;
  EXPECT_EQ(header(first, "X-Frame-Options"), "DENY");
  EXPECT_EQ(first.body.find("{nonce}"), std::string::npos);
  const std::size_t begin = policy.find("'nonce-") + 7;
  const std::string nonce = policy.substr(begin, policy.find('\'', begin) - begin);
  EXPECT_NE(first.body.find("\"" + nonce + "\""), std::string::npos);
  EXPECT_NE(get("/console").body, first.body) << "each answer has a nonce of its own";
}

TEST_F(ConsolePages, APathOfTheApplicationIsThePageAndAMissingFileIsNot) {
  EXPECT_EQ(get("/console/queue").status, 200);
  EXPECT_EQ(header(get("/console/match/individual/7"), "Content-Type"), "text/html");
  EXPECT_EQ(get("/console/assets/old-2e.js").status, 404);
}

TEST_F(ConsolePages, AGuideIsAtItsNameWithoutAnEnding) {
  for (const char* guide : {"/docs", "/docs/", "/docs/log/old"}) {
    const http::Response page = get(guide);
    EXPECT_EQ(page.status, 200) << guide;
    EXPECT_NE(header(page, "Content-Security-Policy"), "") << guide;
  }
  EXPECT_EQ(get("/docs/new").status, 404);
}

TEST_F(ConsolePages, FilesWithADigestInTheirNameAreCachedForEverAndSentCompressed) {
  const http::Response plain = get("/console/assets/a-1f.js");
  EXPECT_EQ(plain.bytes(), kScript);
  EXPECT_EQ(header(plain, "Cache-Control"), "public, max-age=31536000, immutable");
  const http::Response small = get("/console/assets/a-1f.js", "Accept-Encoding", "gzip, br");
  EXPECT_EQ(small.bytes(), "GZ");
  EXPECT_EQ(header(small, "Content-Encoding"), "gzip");
}

TEST_F(ConsolePages, TheRootLeadsBrowsersToTheConsoleAndProgramsNowhere) {
  const http::Response browser = get("/", "Accept", "text/html,application/xhtml+xml");
  EXPECT_EQ(browser.status, 303);
  EXPECT_EQ(header(browser, "Location"), "/console/");
  EXPECT_EQ(get("/", "Accept", "*/*").status, 404);
}

TEST(ConsoleAssets, ADamagedPackIsRefusedAndAnEmptyOneHoldsNothing) {
  EXPECT_TRUE(ConsoleAssets::read("").value().empty());
  for (const std::string& damaged :
       {std::string("x\n"), std::string("99\nshort"), std::string("4\na\tb\n"),
        "30\n" + row("a", "b", 0, 9, 0, 0), pack().substr(0, pack().size() - 3)})
    EXPECT_FALSE(ConsoleAssets::read(damaged).ok()) << damaged;
}

class ConsoleCookie : public testing::Test {
 protected:
  http::Request request_;
  void SetUp() override {
    request_.add_header("Host", "vedette.example:8443");
    request_.add_header("Cookie", "other=1; vedette=the-token; more=2");
  }
};

TEST_F(ConsoleCookie, CountsOnlyWithTheHeaderThatOtherSitesCannotSend) {
  EXPECT_EQ(session_token(request_), std::nullopt);
  request_.add_header("X-Vedette-Console", "1");
  EXPECT_EQ(session_token(request_), "the-token");
}

TEST_F(ConsoleCookie, CountsOnlyFromTheSameOrigin) {
  request_.add_header("X-Vedette-Console", "1");
  http::Request other_site = request_;
  other_site.add_header("Sec-Fetch-Site", "cross-site");
  EXPECT_EQ(session_token(other_site), std::nullopt);
  http::Request sibling = request_;
  sibling.add_header("Sec-Fetch-Site", "same-site");
  EXPECT_EQ(session_token(sibling), std::nullopt);
  http::Request foreign = request_;
  foreign.add_header("Origin", "https://evil.example");
  EXPECT_EQ(session_token(foreign), std::nullopt);
  http::Request own = request_;
  own.add_header("Origin", "http://vedette.example:8443");
  EXPECT_EQ(session_token(own), "the-token");
}

TEST_F(ConsoleCookie, IsClosedToScriptsAndOtherSitesAndOverTlsBoundToTheHost) {
  EXPECT_EQ(session_cookie(request_, "t", base::seconds(60)),
            "vedette=t; Path=/; Max-Age=60; HttpOnly; SameSite=Strict");
  request_.is_tls = true;
  EXPECT_EQ(session_cookie(request_, "t", base::seconds(60)),
            "__Host-vedette=t; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure");
  request_.add_header("X-Vedette-Console", "1");
  EXPECT_EQ(session_token(request_), std::nullopt) << "a cookie set without TLS is not believed";
}

}  // namespace
}  // namespace vedette::api
