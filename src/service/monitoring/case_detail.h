#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/case_items.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// All there is about one customer: the record, its matches, what happened to them, and what
// analysts added.
struct CaseDetail {
  MonitorRecord record = {};
  std::vector<Match> matches = {};         // the best score first
  std::vector<HistoryStep> timeline = {};  // of all matches, oldest first
  std::vector<CaseItem> items = {};        // comments, files and links, oldest first
};

// In one snapshot. RECORD_NOT_FOUND in details[0].code when there is no such record.
base::Result<CaseDetail> read_case(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                   profile::Family family, const std::string& record_id);

}  // namespace vedette::service
