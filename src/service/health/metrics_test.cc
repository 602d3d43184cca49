#include "service/health/metrics.h"

#include <gtest/gtest.h>

namespace vedette::service {
namespace {

bool has(const std::string& text, const std::string& line) {
  return text.find(line + "\n") != std::string::npos;
}

TEST(Metrics, CountWhatHappened) {
  Metrics metrics;
  metrics.request("GET", "/screening", 200, 0.002);
  metrics.request("GET", "/screening", 200, 0.2);
  metrics.search(120, 0.001);
  metrics.ledger_write(0.004, true);
  metrics.pushed(Metrics::Push::kGivenUp);
  const std::string text = metrics.text({});
  EXPECT_TRUE(
      has(text, R"(vedette_http_requests_total{code="200",method="GET",route="/screening"} 2)"))
      << text;
  EXPECT_NE(text.find(R"(vedette_http_request_seconds_count{method="GET",route="/screening"} 2)"),
            std::string::npos)
      << text;
  EXPECT_TRUE(has(text, "vedette_search_seconds_count 1")) << text;
  EXPECT_TRUE(has(text, "vedette_search_names_scored_sum 120")) << text;
  EXPECT_TRUE(has(text, R"(vedette_ledger_write_seconds_count{outcome="durable"} 1)")) << text;
  EXPECT_TRUE(has(text, R"(vedette_webhook_attempts_total{outcome="given_up"} 1)")) << text;
}

TEST(Metrics, WhatClientsInventIsNoLabel) {
  Metrics metrics;
  metrics.request("BREW", "", 405, 0.001);
  const std::string text = metrics.text({});
  EXPECT_TRUE(has(text, R"(vedette_http_requests_total{code="405",method="other",route="none"} 1)"))
      << text;
  EXPECT_EQ(text.find("BREW"), std::string::npos);
}

TEST(Metrics, ALedgerThatDoesNotAnswerIsDownAndNotEmpty) {
  const Metrics metrics;
  MetricsState state;
  const std::string down = metrics.text(state);
  EXPECT_TRUE(has(down, "vedette_ledger_up 0")) << down;
  EXPECT_EQ(down.find("vedette_matches"), std::string::npos) << "no zero that nobody counted";
  state.totals.emplace();
  state.totals->individuals.matches.of(MatchStatus::kOpen) = 7;
  state.lists.push_back({"un", 3600, true});
  const std::string up = metrics.text(state);
  EXPECT_TRUE(has(up, "vedette_ledger_up 1")) << up;
  EXPECT_TRUE(has(up, R"(vedette_matches{family="individual",status="open"} 7)")) << up;
  EXPECT_TRUE(has(up, R"(vedette_list_stale{list="un"} 1)")) << up;
}

}  // namespace
}  // namespace vedette::service
