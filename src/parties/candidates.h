#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "parties/comparison.h"

namespace vedette::parties {

// Two list entries that may be one party, and how they met (KeptComparison::Flag). `a` < `b`.
struct Candidate {
  Entry a = 0;
  Entry b = 0;
  std::uint8_t met = 0;

  auto operator<=>(const Candidate&) const = default;
};

// A search for a name of one entry finds a name of the other at this score.
inline constexpr int kCandidateLine = 88;
// A number that more entries have than this is a placeholder and gives no candidates.
inline constexpr std::size_t kMostBearers = 50;

struct CandidateOptions {
  unsigned threads = 2;
  std::function<bool()> cancelled = [] { return false; };
};

// Pairs of which at least one is in `entries`, each once, in order. Whether two entries are a pair
// depends on them alone (and, for numbers, on how many have them), so that the pairs of the entries
// that changed are all that changed. kConflict when cancelled.
base::Result<std::vector<Candidate>> find_candidates(
    const std::shared_ptr<const catalogue::Catalogue>& catalogue, const names::Analyser& analyser,
    const std::vector<Entry>& entries, const CandidateOptions& options);

}  // namespace vedette::parties
