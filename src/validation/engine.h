#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "names/reading/analyser.h"
#include "search/searcher.h"

namespace vedette::validation {

// A party that a query found.
struct FoundParty {
  std::uint32_t party = 0;  // its number in the catalogue
  int score = 0;
};

// What is validated. A test puts a broken one in its place. Any thread may call it.
class Engine {
 public:
  virtual ~Engine() = default;
  // Every party at or above the threshold of the query, best first.
  virtual base::Result<std::vector<FoundParty>> find(const search::Query& query,
                                                     search::Workspace& workspace) const = 0;
};

// The engine that serves: the index of a generation, searched as for monitored records.
class CatalogueEngine final : public Engine {
 public:
  CatalogueEngine(std::shared_ptr<const catalogue::Catalogue> catalogue,
                  const names::Analyser& analyser);
  base::Result<std::vector<FoundParty>> find(const search::Query& query,
                                             search::Workspace& workspace) const override;

 private:
  search::Searcher searcher_;
};

}  // namespace vedette::validation
