#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>

#include "base/clock.h"
#include "catalogue/catalogue.h"
#include "names/analyser.h"
#include "service/generations.h"

namespace vedette::service {

// What changed between two generations.
struct ListDelta {
  std::shared_ptr<const catalogue::Catalogue> catalogue;
  std::unordered_set<std::string> resource_ids;  // of all its profiles, those that left as well

  bool has(const std::string& resource_id) const { return resource_ids.contains(resource_id); }
};

// Makes deltas that lead to the generation that serves, each once, and keeps them as long as that
// one serves. Safe from any thread.
class ListDeltas {
 public:
  struct Parts {
    Generations& generations;
    const names::Analyser& analyser;
    const base::Clock& clock;
    std::filesystem::path scratch;  // where files lie while they are made
    unsigned threads = 2;
  };
  explicit ListDeltas(Parts parts) : parts_(std::move(parts)) {}

  using CataloguePointer = std::shared_ptr<const catalogue::Catalogue>;
  using DeltaPointer = std::shared_ptr<const ListDelta>;

  // From generation `from` to `to`; null when that cannot be known. Others who need it wait while
  // it is made.
  DeltaPointer between(std::int64_t from, const CataloguePointer& to);
  // Whether between() would answer at once.
  bool is_made(std::int64_t from, const CataloguePointer& to) const;

 private:
  DeltaPointer make(std::int64_t from, const CataloguePointer& to) const;

  const Parts parts_;
  mutable std::mutex mutex_;
  std::int64_t target_ = 0;
  std::map<std::int64_t, DeltaPointer> made_;  // by the older generation
};

}  // namespace vedette::service
