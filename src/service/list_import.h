#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/builder.h"
#include "catalogue/store.h"
#include "lists/account.h"
#include "lists/format.h"
#include "names/analyser.h"

namespace vedette::service {

struct ImportRequest {
  std::vector<std::string> files;  // files that belong together (csv triples) stand together
  lists::ImportOptions options;    // format, list id and mapping when the caller names them
  int most_shrink_percent = 20;    // a list that loses more of its records is refused
  bool allow_shrink = false;
  std::size_t keep_generations = 10;
};

// What an import did: the generation that now serves, the account of every record of every list,
// and what became of the profiles.
struct ImportReport {
  std::uint64_t generation = 0;
  std::vector<lists::Account> lists;
  catalogue::BuildSummary profiles;
};

// Told now and then what the import is doing; `records` counts those read so far in this phase.
struct ImportProgress {
  std::string_view phase;  // "reading", "indexing", "checking"
  std::string list;
  std::uint64_t records = 0;
};
using ProgressCallback = std::function<void(const ImportProgress&)>;

// Reads list files into a new generation: each list read replaces its earlier version, the others
// are carried over. All or nothing: when a file is refused, or a list shrinks too much, the old
// generation goes on serving and nothing is left behind. kConflict while another import runs.
base::Result<ImportReport> import_lists(const catalogue::Store& store,
                                        const names::Analyser& analyser, const base::Clock& clock,
                                        const ImportRequest& request,
                                        const ProgressCallback& progress);

// The account as {"generation":..,"lists":[{"list":..,"format":..,"records":n,...}],...}.
std::string to_json(const ImportReport& report);

}  // namespace vedette::service
