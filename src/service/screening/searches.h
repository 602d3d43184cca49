#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "catalogue/format.h"
#include "ledger/ledger.h"
#include "service/screening/search_question.h"

namespace vedette::service {

// Who asked: a proven caller and the request it came with.
struct Asker {
  ledger::ProjectScope scope;
  base::UserId user;
  std::string request_id = {};
};

// The code of the error for a search that was erased.
inline constexpr std::string_view kSearchErased = "SEARCH_ERASED";

// A hit as it was answered.
struct RecordedHit {
  catalogue::ResourceId resource_id = {};
  int score = 0;
  std::optional<int> confidence = {};  // nothing in records of versions without it

  bool operator==(const RecordedHit&) const = default;
};

// What a search was run with.
struct SearchBasis {
  std::uint64_t generation = 0;
  std::string engine_version = {};
  // Which grouping (PartyCatalogue::parties_text); empty: every entry was alone.
  std::string parties = {};

  bool operator==(const SearchBasis&) const = default;
};

// The names under which a recorded search is cited.
struct SearchIdentity {
  std::int64_t id = 0;   // from 1, counted per project
  std::string ref = {};  // unix seconds, "-", 8 random characters
  base::Time at = {};
};

struct NewSearch {
  base::Time asked = {};  // before the generation was chosen
  const SearchQuestion& question;
  SearchBasis basis = {};
  std::uint64_t total = 0;
  std::vector<RecordedHit> hits = {};  // of the page
};

// One name of a batch. `failure` is the code when it could not be searched.
struct NewBatchItem {
  std::string key = {};
  std::string question = {};  // JSON
  std::string failure = {};
  std::uint64_t total = 0;
  std::vector<RecordedHit> hits = {};
};

struct RecordedSearch {
  SearchIdentity identity = {};
  std::string username = {};
  base::UserId user = {};
  std::string request_id = {};
  SearchBasis basis = {};
  std::int64_t batch_items = 0;  // 0: a single search
  std::optional<base::Time> completed = {};
  std::string question = {};  // JSON
  std::uint64_t total = 0;
  std::vector<RecordedHit> hits = {};
};

struct RecordedItem {
  std::int64_t item = 0;
  std::string key = {};
  std::string question = {};
  std::string failure = {};
  std::uint64_t total = 0;
  std::vector<RecordedHit> hits = {};
};

// The record of screening searches in the ledger. Each search has an entry in the audit chain with
// a digest of what is recorded, so that a record changed afterwards can be told. Safe from any
// thread.
class Searches {
 public:
  explicit Searches(ledger::Ledger& ledger) : ledger_(ledger) {}

  // Returns when the search is durable. Whoever gets an error must not answer the search.
  base::Result<SearchIdentity> record(const Asker& asker, const NewSearch& search);

  // A batch is begun, then its items are recorded piece by piece before they are answered, then it
  // is completed; one that was broken off stays without an end.
  base::Result<SearchIdentity> begin_batch(const Asker& asker, const std::string& question,
                                           const SearchBasis& basis, std::int64_t items);
  base::Result<void> record_items(const Asker& asker, const SearchIdentity& batch,
                                  std::int64_t first_item, std::span<const NewBatchItem> items);
  base::Result<void> complete_batch(const Asker& asker, const SearchIdentity& batch,
                                    std::uint64_t total);

  // kNotFound with the code SEARCH_NOT_FOUND when the project has no such search, kCorrupt with
  // SEARCH_ALTERED when its row does not fit its entry in the audit chain, kNotFound with
  // kSearchErased when it was erased (service/erasure).
  base::Result<RecordedSearch> find(const ledger::ProjectScope& scope, const std::string& ref);
  base::Result<std::vector<RecordedItem>> items(const ledger::ProjectScope& scope,
                                                std::int64_t search_id, std::int64_t offset,
                                                std::int64_t limit);

 private:
  ledger::Ledger& ledger_;
};

}  // namespace vedette::service
