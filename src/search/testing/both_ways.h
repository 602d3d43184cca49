#pragma once
// For tests: the same question to the index and to the full scan.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/testing/test_seed.h"
#include "catalogue/testing/sample_profiles.h"
#include "search/full_scan.h"
#include "search/searcher.h"

namespace vedette::search {

inline std::shared_ptr<const catalogue::Catalogue> built(
    const std::vector<profile::Profile>& profiles) {
  const catalogue::TemporaryFolder folder;
  const auto path = folder.path() / "c";
  const auto summary = catalogue::build_sample(path, profiles);
  EXPECT_TRUE(summary.ok());
  return catalogue::Catalogue::open(path, catalogue::Check::kFull).value();
}

// How many random questions are asked: VEDETTE_TEST_ROUNDS, or a few.
inline std::uint64_t rounds(std::uint64_t few) {
  const char* many = std::getenv("VEDETTE_TEST_ROUNDS");
  return many ? std::strtoull(many, nullptr, 10) : base::test_share(few);
}

// What a full scan finds, and the index must find as well.
inline Results found_by_both(const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                             const Query& query) {
  Workspace workspace;
  Results scan = full_scan(*catalogue, catalogue::sample_analyser(), query);
  const auto index = Searcher(catalogue, catalogue::sample_analyser()).search(query, workspace);
  EXPECT_TRUE(index.ok()) << query.name;
  if (index.ok()) {
    EXPECT_EQ(index->hits, scan.hits) << query.name << " at " << query.threshold;
    EXPECT_EQ(index->total, scan.total) << query.name << " at " << query.threshold;
  }
  return scan;
}
inline Results found_by_both(const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                             const std::string& name, int threshold = 80,
                             Scope scope = Scope::kBoth) {
  Query query;
  query.scope = scope;
  query.name = name;
  query.threshold = threshold;
  return found_by_both(catalogue, query);
}

}  // namespace vedette::search
