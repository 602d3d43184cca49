#pragma once

#include <string>
#include <vector>

#include "app/customers/bulk_file.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "service/lists/readiness.h"
#include "service/screening/search_question.h"

namespace vedette::app {

// What came out of a bulk screening, counted.
struct BulkSummary {
  std::uint64_t names = 0;
  std::uint64_t with_hits = 0;
  std::uint64_t clear = 0;
  std::uint64_t not_screened = 0;
  std::uint64_t hits = 0;
  std::uint64_t both_families = 0;  // searched, of type kBothFamilies
  std::uint64_t with_notes = 0;     // searched without a field that could not be read
  std::uint64_t name_cut = 0;       // of more words than are compared
  std::uint64_t single_word = 0;    // people by one word, where the file has parts of names
  std::uint64_t hits_cut = 0;       // names of which not all hits are written
  std::uint64_t hits_not_written = 0;
};
base::Result<BulkSummary> summarise(const BulkFile& results);

// Writes the results as csv, xlsx, json or ndjson to `path`, or to standard output for "" (not
// xlsx).
base::Result<void> write_results(const BulkFile& results, const std::string& format,
                                 const std::string& path);

// What a report says of the run beside its results.
struct BulkRun {
  std::string input = {};  // file name, without folders
  std::string input_sha256 = {};
  std::vector<std::string> unused_columns = {};  // of the input, by their headings
  std::vector<std::string> notes = {};           // what was assumed about it
  service::SearchQuestion common = {};
  bool type_known = false;           // the family of `common` was asked for
  bool countries_from_file = false;  // each customer's own countries narrowed its search
  std::shared_ptr<const catalogue::Catalogue> catalogue = {};
  std::vector<service::ListAge> ages = {};  // of its lists, in their order
  base::Time at = {};
};
// One HTML page that needs nothing else: who was hit, why, against which versions of which lists.
base::Result<void> write_report(const BulkFile& results, const BulkSummary& summary,
                                const BulkRun& run, const std::string& path);

}  // namespace vedette::app
