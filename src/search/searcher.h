#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "search/party_map.h"
#include "search/query.h"
#include "search/workspace.h"

namespace vedette::search {

// No search may do more counted work than this (search/kind_search.h) unless told otherwise: a
// scan of twenty-five million names.
inline constexpr std::uint64_t kDefaultWorkLimit = 25'000'000ull * 9;

// What becomes of a listed name whose comparison ran out of its own work, so that its score may be
// too low (names::Score::capped).
enum class Capped : std::uint8_t {
  kRefused,  // the search is an error
  kTaken,    // the name passes at the threshold: for records that must be screened whatever happens
};

// Searches one catalogue. For every query and threshold the results are those of full_scan(), order
// included; a search that would exceed the work limit is an error, never a shorter answer. Any
// number of threads may search at once, each with a workspace of its own.
class Searcher {
 public:
  // `parties` of this catalogue; without them every profile is a party of its own.
  Searcher(std::shared_ptr<const catalogue::Catalogue> catalogue, const names::Analyser& analyser,
           std::uint64_t work_limit = kDefaultWorkLimit, Capped capped = Capped::kRefused,
           std::shared_ptr<const PartyMap> parties = nullptr)
      : catalogue_(std::move(catalogue)),
        parties_(std::move(parties)),
        analyser_(&analyser),
        work_limit_(work_limit),
        capped_(capped) {}

  // kInvalidInput for a threshold outside of 0 to 100, kTooExpensive at the work limit and when a
  // name could not be compared in full (Capped::kRefused).
  base::Result<Results> search(const Query& query, Workspace& workspace) const;

  // One answer per query, in order, by `threads` threads.
  std::vector<base::Result<Results>> search_all(std::span<const Query> queries,
                                                unsigned threads) const;

  const catalogue::Catalogue& catalogue() const { return *catalogue_; }
  const std::shared_ptr<const catalogue::Catalogue>& shared() const { return catalogue_; }

 private:
  std::shared_ptr<const catalogue::Catalogue> catalogue_;
  std::shared_ptr<const PartyMap> parties_;
  const names::Analyser* analyser_;
  std::uint64_t work_limit_;
  Capped capped_;
};

}  // namespace vedette::search
