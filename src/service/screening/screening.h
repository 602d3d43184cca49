#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "evidence/assessment.h"
#include "names/reading/analyser.h"
#include "parties/party_catalogue.h"
#include "search/searcher.h"
#include "search/workspace_pool.h"
#include "service/lists/generations.h"
#include "service/lists/list_ages.h"
#include "service/parties/groupings.h"
#include "service/screening/searches.h"

namespace vedette::service {

// The hits of a page, and how likely each is the party that was asked for, in the same order.
struct ScreeningResults {
  search::Results found = {};
  std::vector<evidence::Assessment> assessed = {};
  std::uint64_t left_out = 0;  // hits below the confidence that was asked for; not in the total
};

// A search that was completed and recorded.
struct ScreeningAnswer {
  SearchIdentity identity = {};
  parties::PartyCatalogue lists = {};
  ScreeningResults results = {};
  std::vector<std::string> stale_lists = {};
  bool name_cut = false;  // the name has more words than are compared; the answer must say so
};

// One-off searches. An answer is given only for a search that ran to its end on one generation and
// stands in the ledger; everything else is an error. Safe from any thread.
class Screening {
 public:
  struct Parts {
    Generations& generations;
    const names::Analyser& analyser;
    search::WorkspacePool& workspaces;
    Searches& searches;
    const base::Clock& clock;
    const ListAges& ages;
    // Which entries are one party; nullptr: every entry is alone.
    Groupings* groupings = nullptr;
    bool refuse_stale = false;  // a stale list makes every search of the current generation fail
    std::uint64_t work_limit = search::kDefaultWorkLimit;
    // Told of every search that ran to its end.
    std::function<void(const search::Results&, double seconds)> observe = {};
    // Told how long the ledger took to make a search durable, or to refuse it.
    std::function<void(double seconds, bool good)> observe_record = {};
  };
  explicit Screening(const Parts& parts) : parts_(parts) {}

  base::Result<ScreeningAnswer> screen(const Asker& asker, const SearchQuestion& question);

  // The generation for a query with its parties, fresh enough to be searched; with a time those of
  // then.
  base::Result<parties::PartyCatalogue> choose(const std::optional<base::Time>& as_of);
  // The generation and the parties that a search was recorded with, as far as they are kept.
  base::Result<parties::PartyCatalogue> recorded(const SearchBasis& basis);
  std::vector<std::string> stale_lists(const catalogue::Catalogue& catalogue) const;

  // Only searches and assesses; records nothing. kTooExpensive when more than kMostAssessed hits
  // would have to be assessed for one page.
  base::Result<ScreeningResults> search(const parties::PartyCatalogue& lists,
                                        const SearchQuestion& question);

  const names::Analyser& analyser() const { return parts_.analyser; }
  Searches& searches() { return parts_.searches; }
  Generations& generations() { return parts_.generations; }
  search::WorkspacePool& workspaces() { return parts_.workspaces; }
  const base::Clock& clock() const { return parts_.clock; }

 private:
  const Parts parts_;
};

// A page by confidence needs the confidence of every hit.
inline constexpr std::uint64_t kMostAssessed = 50'000;

// What is recorded of a page of hits.
std::vector<RecordedHit> recorded_hits(const catalogue::Catalogue& catalogue,
                                       const ScreeningResults& results);
// What a search of these lists runs with.
SearchBasis basis_of(const parties::PartyCatalogue& lists);

}  // namespace vedette::service
