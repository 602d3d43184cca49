#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "ledger/ledger.h"
#include "service/monitoring/case_summary.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// The queue by customer: one row for each record that has matches.

enum class CaseOrder : std::uint8_t { kScore, kNewest, kOldest, kRecord };
// score, newest, oldest, record
std::optional<CaseOrder> case_order_of(std::string_view name);

inline constexpr std::int64_t kMostCasesPage = 500;
// List and agreement are not columns of the ledger: a request looks through so many cases for them.
inline constexpr std::int64_t kMostCasesFiltered = 20'000;

// Narrows the queue to cases; the row of a case tells of all its matches of the status.
struct CaseQuestion {
  std::optional<MatchStatus> status = MatchStatus::kOpen;  // cases with such a match; nothing: any
  std::optional<profile::Family> family = {};
  profile::DatasetSet datasets = {};  // a match in any of them; empty: all
  std::int64_t least_score = 0;       // of the best match
  std::string search = {};            // part of a name of either side, or a whole record id
  // When the oldest match was found.
  base::Time found_until = {std::numeric_limits<std::int64_t>::max()};
  base::Time found_from = {-1};
  std::string list = {};                             // the key of a list that names a match
  std::optional<evidence::Outcome> birth_date = {};  // of the case
  std::optional<evidence::Outcome> country = {};
  CaseOrder order = CaseOrder::kScore;
  std::int64_t limit = 100;
  std::string cursor = {};  // of the page before; empty: the first page
};

struct CaseRow {
  MonitorRecord record = {};
  std::vector<Match> matches = {};  // of the status, the best score first
  CaseSummary summary = {};
};

struct CasePage {
  std::vector<CaseRow> rows = {};
  // That fit the query, on all pages; on the first page only. At least so many when not all cases
  // were looked at.
  std::optional<std::int64_t> total = {};
  bool total_is_exact = true;
  std::string next_cursor = {};  // empty on the last page
};

// kInvalidInput when the cursor is none of ours or of another order. A page begins where the one
// before ended, whatever was reviewed in between. `catalogue` may be null: then no list names
// anybody.
base::Result<CasePage> read_cases(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                  const catalogue::Catalogue* catalogue, const CaseQuestion& query);

}  // namespace vedette::service
