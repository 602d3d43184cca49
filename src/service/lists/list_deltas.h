#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>

#include "base/clock.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "service/lists/generations.h"

namespace vedette::service {

// What changed between two generations.
struct ListDelta {
  std::shared_ptr<const catalogue::Catalogue> catalogue;
  std::unordered_set<std::string> resource_ids;  // of all its profiles, those that left as well

  bool has(const std::string& resource_id) const { return resource_ids.contains(resource_id); }
};

// Whether it is cheaper to make a delta of `changed` profiles and search `records` in it than to
// search them in all that is `listed`. In visits of a listed profile: to search a record takes
// about as many as there are profiles, to build one into a delta as many as 32,000, to look for
// what changed 500 for each that is listed, and some files have to be made. (From earlier figures
// of docs/performance.md: 65 us to build a profile, 0.1 ms to search a record in 50,000 profiles
// and 2 ms in a million.)
bool is_worth_a_delta(std::int64_t records, std::int64_t changed, std::int64_t listed);

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
  // The same, and null as well when so many records are searched sooner in the whole.
  DeltaPointer between(std::int64_t from, const CataloguePointer& to, std::int64_t records);

 private:
  struct Known {
    std::optional<std::int64_t> changed = {};  // profiles
    std::optional<DeltaPointer> delta = {};    // once it was made, or could not be
  };
  Known& known(std::int64_t from, const CataloguePointer& to);
  DeltaPointer made(Known& known, std::int64_t from, const CataloguePointer& to);
  CataloguePointer older(std::int64_t from, const catalogue::Catalogue& to) const;
  DeltaPointer make(std::int64_t from, const CataloguePointer& to) const;

  const Parts parts_;
  std::mutex mutex_;
  std::int64_t target_ = 0;
  std::map<std::int64_t, Known> known_;  // by the older generation
};

}  // namespace vedette::service
