#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitoring_settings.h"
#include "validation/plan.h"
#include "validation/result.h"

namespace vedette::service {

// At most so many records of a project are tested; a larger project is sampled by the seed.
inline constexpr std::size_t kMostTestedRecords = 20'000;

// The records of a project as monitoring searches for them.
struct OwnRecords {
  MonitoringSettings settings = {};
  std::vector<validation::OwnRecord> records = {};  // sampled
  std::uint64_t all = 0;                            // that there are
};
base::Result<OwnRecords> own_records(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                     std::uint64_t seed);

// The settings that decide the matches of a project, in words for a report.
std::string settings_text(const MonitoringSettings& settings);

// What a run over this catalogue is bound to; those of a project are added by its caller.
validation::Binding binding_of(const catalogue::Catalogue& catalogue,
                               const validation::Options& options, std::string_view program);

// One entry about a run in the audit chain.
struct ValidationEntry {
  std::string actor = {};
  std::string request_id = {};
  std::string run_id = {};
  std::string result_sha256 = {};
};
ledger::AuditEntry audit_entry(const ValidationEntry& entry, const validation::Result& result);

}  // namespace vedette::service
