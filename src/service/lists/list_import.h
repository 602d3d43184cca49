#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "catalogue/builder.h"
#include "catalogue/store.h"
#include "lists/input/account.h"
#include "names/reading/analyser.h"
#include "service/lists/generation_retention.h"
#include "service/lists/import_inputs.h"
#include "service/parties/party_resolution.h"

namespace vedette::service {

// One list that was read: its account, the sum of its content, the group of files it came from.
struct ImportedList {
  lists::Account account;
  std::string checksum;
  std::size_t group = 0;
};

// What an import did: the generation that now serves, the account of every record of every list,
// and what became of the profiles.
struct ImportReport {
  std::uint64_t generation = 0;
  // The files are those that serve: no generation was made, and `generation` keeps serving.
  bool nothing_changed = false;
  std::vector<ImportedList> lists;
  catalogue::BuildSummary profiles;
  catalogue::GenerationFile file;
};

struct ImportRequest {
  std::vector<ImportFiles> groups;
  int most_shrink_percent = 20;  // a list that loses more of its records is refused
  bool allow_shrink = false;
  bool allow_older = false;  // a publication of an earlier date than that which serves
  // Makes no generation of files that serve already, read by these readers.
  bool skip_identical = false;
  GenerationRetention keep = {};
  PartyResolution parties = {};
  // Whether parties without a dataset are matched; not given: as in the generation before.
  std::optional<bool> match_context = {};
  // Told of the import when all is read and checked, just before the new generation serves; when
  // that fails, nothing is changed. This is where the audit entry is written: no list changes
  // without one.
  std::function<base::Result<void>(const ImportReport&)> record = [](const ImportReport&) {
    return base::Result<void>();
  };
  // Asked now and then while files are read; true gives the import up (kConflict).
  std::function<bool()> cancelled = [] { return false; };
};

// Told now and then what the import is doing.
struct ImportProgress {
  std::string_view phase = "reading";  // then "indexing", "checking", "grouping"
  std::string list = {};
  std::uint64_t records = 0;  // of this list, so far
  std::uint64_t bytes = 0;    // of all files, as they are, packed or not
  std::uint64_t total_bytes = 0;
};
using ProgressCallback = std::function<void(const ImportProgress&)>;

// Reads list files into a new generation: each list read replaces its earlier version, the others
// are carried over. All or nothing: when a file is refused, a list shrinks too much, or it is an
// older publication than the one that serves, the old generation goes on serving and nothing is
// left behind. kConflict while another import runs.
base::Result<ImportReport> import_lists(const catalogue::Store& store,
                                        const names::Analyser& analyser, const base::Clock& clock,
                                        const ImportRequest& request,
                                        const ProgressCallback& progress);

// Reads one group of files as an import would and throws the profiles away: the ids of its lists,
// or the reason why an import of it alone would be refused.
base::Result<std::vector<std::string>> check_files(const catalogue::Store& store,
                                                   const ImportRequest& request,
                                                   const ImportFiles& group);

// The account as {"generation":..,"lists":[{"list":..,"format":..,"records":n,...}],...}.
std::string to_json(const ImportReport& report);
// One list of it, with at most so many rejected records.
void write_account(base::JsonWriter& json, const lists::Account& account,
                   std::size_t most_examples = lists::Account::kMostExamples);

}  // namespace vedette::service
