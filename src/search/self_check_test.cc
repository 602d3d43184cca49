// The canary of the comparison of index and scan: whatever an index could do wrong is seen.

#include "search/self_check.h"

#include <gtest/gtest.h>

#include "catalogue/testing/sample_profiles.h"

namespace vedette::search {
namespace {

// How many of a hundred questions differ when the index does this to its answers.
std::size_t differences(std::function<void(Results&)> harm) {
  const catalogue::TemporaryFolder folder;
  const auto path = folder.path() / "c";
  EXPECT_TRUE(catalogue::build_sample(path, catalogue::sample_profiles(100, 7)).ok());
  const auto built = catalogue::Catalogue::open(path, catalogue::Check::kFull).value();
  SelfCheckOptions options;
  options.queries = 100;
  options.harm = std::move(harm);
  const auto report = self_check(built, catalogue::sample_analyser(), options);
  EXPECT_TRUE(report.ok());
  for (const SelfCheckDifference& each : report->differences)
    EXPECT_FALSE(each.what.empty());
  return report->differences.size();
}

TEST(SelfCheck, SeesAHitThatTheIndexMisses) {
  EXPECT_EQ(differences([](Results&) {}), 0u) << "of an index that does nothing wrong";
  EXPECT_GT(differences([](Results& found) {
              if (found.hits.empty()) return;
              found.hits.pop_back();
              --found.total;
            }),
            0u);
}

TEST(SelfCheck, SeesAWrongScoreAWrongOrderAndAWrongTotal) {
  EXPECT_GT(differences([](Results& found) {
              if (!found.hits.empty()) --found.hits.front().score;
            }),
            0u);
  EXPECT_GT(differences([](Results& found) {
              if (found.hits.size() > 1) std::swap(found.hits.front(), found.hits.back());
            }),
            0u);
  EXPECT_GT(differences([](Results& found) { ++found.total; }), 0u);
  EXPECT_GT(differences([](Results& found) {
              if (!found.hits.empty()) found.hits.push_back(found.hits.front());
            }),
            0u);
}

}  // namespace
}  // namespace vedette::search
