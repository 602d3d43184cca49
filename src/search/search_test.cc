#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/csv.h"
#include "catalogue/sample_profiles.h"
#include "search/full_scan.h"
#include "search/searcher.h"
#include "search/self_check.h"

namespace vedette::search {
namespace {

using catalogue::build_sample;
using catalogue::Catalogue;
using catalogue::Check;
using catalogue::sample_analyser;
using catalogue::sample_profile;
using catalogue::sample_profiles;
using catalogue::TemporaryFolder;

std::shared_ptr<const Catalogue> built(const std::vector<profile::Profile>& profiles) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "c";
  const auto summary = build_sample(path, profiles);
  EXPECT_TRUE(summary.ok());
  return Catalogue::open(path, Check::kFull).value();
}

std::uint64_t rounds(std::uint64_t few) {
  const char* many = std::getenv("VEDETTE_TEST_ROUNDS");
  return many ? std::strtoull(many, nullptr, 10) : few;
}

void expect_no_difference(const std::shared_ptr<const Catalogue>& catalogue,
                          const SelfCheckOptions& options) {
  const auto report = self_check(catalogue, sample_analyser(), options);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->queries, options.queries);
  EXPECT_GT(report->hits, 0u);
  for (std::size_t i = 0; i < std::min<std::size_t>(report->differences.size(), 20); ++i)
    ADD_FAILURE() << "\"" << report->differences[i].query.name << "\" at "
                  << report->differences[i].query.threshold << ": " << report->differences[i].what
                  << " (seed " << options.seed << ")";
  std::printf("%llu queries, %llu hits, %llu scanned, %zu differences\n",
              static_cast<unsigned long long>(report->queries),
              static_cast<unsigned long long>(report->hits),
              static_cast<unsigned long long>(report->scanned), report->differences.size());
}

TEST(Search, FindsExactlyWhatAFullScanFinds) {
  SelfCheckOptions options;
  options.queries = rounds(4000);
  options.seed = 42;
  expect_no_difference(built(sample_profiles(800, 1)), options);
}

TEST(Search, FindsExactlyWhatAFullScanFindsAtLowThresholds) {
  SelfCheckOptions options;
  options.queries = rounds(400);
  options.seed = 43;
  options.thresholds = {0, 1, 30, 50, 60, 65};
  expect_no_difference(built(sample_profiles(400, 2)), options);
}

}  // namespace
}  // namespace vedette::search
