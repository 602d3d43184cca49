#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace vedette::service {

// What an audit entry says of a recorded search: the members of its payload, as far as it has them.
struct SearchEntry {
  std::int64_t id = 0;
  std::string ref = {};
  std::string engine = {};   // empty in entries of earlier versions
  std::string parties = {};  // the same
  std::string sha256 = {};
  std::int64_t generation = 0;
  std::int64_t total = 0;
  std::int64_t first = 0;
  std::int64_t items = 0;
  std::int64_t form = 0;
};
// Nothing when it is not such a payload.
std::optional<SearchEntry> read_search_entry(std::string_view payload);

// A row of `searches` as it stands in the ledger.
struct SearchRow {
  std::int64_t id = 0;
  std::string ref = {};
  base::Time at = {};
  std::int64_t user = 0;
  std::string request_id = {};
  std::int64_t generation = 0;
  std::string engine = {};
  std::int64_t batch_items = 0;
  std::string question = {};
  std::int64_t total = 0;
  std::string hits = {};
  std::string parties = {};
};

// Who made an entry, which stands in the chain itself.
struct EntryMaker {
  std::string actor = {};
  std::string request_id = {};
};

// Why a row does not fit the entry that was written with it (search.made, search.batch_begun);
// empty when it does. The total of a batch is not in that entry.
std::string misfit(const SearchRow& row, const SearchEntry& entry, const EntryMaker& maker);

}  // namespace vedette::service
