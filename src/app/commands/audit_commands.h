#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/settings/settings.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "ledger/audit.h"
#include "service/monitoring/review_proof.h"
#include "service/monitoring/row_proof.h"
#include "service/screening/search_proof.h"

namespace vedette::app {

struct AuditCommand {
  std::string head;          // verify: a file of exported heads; export-head: where to write it
  std::string anchors = {};  // verify: a file of anchors
  std::string timestamp_ca = {};  // verify: certificates of the timestamp authority
  bool json = false;
};

// One chain after a walk: the installation's has no code.
struct CheckedChain {
  std::int64_t project = 0;
  std::string code = {};
  ledger::ChainReport report = {};
  service::SearchProof searches = {};  // of a whole chain alone
  service::ReviewProof reviews = {};   // of a whole chain alone
  service::RowProof rows = {};

  bool whole() const {
    return report.whole() && searches.whole() && !reviews.first_bad && rows.whole();
  }
};

struct AuditVerdict {
  std::vector<CheckedChain> chains;
  std::vector<std::string> damage = {};  // of the file of the ledger
  // The file of the ledger is sound, every chain holds, and every recorded search, review and
  // sealed row fits.
  bool whole() const;
  // Every chain holds. What does not fit a chain that holds is known by name.
  bool chains_hold() const;
};

// Walks every chain of the installation, holds them against exported heads when a file is named,
// recorded searches and reviews against the chains, and records, matches and their history against
// their seals. Nothing when there is no ledger yet.
base::Result<std::optional<AuditVerdict>> check_audit(const Settings& settings,
                                                      const std::string& head_file);
void print_verdict(const AuditVerdict& verdict);
void write_verdict(base::JsonWriter& json, const AuditVerdict& verdict);

// `vedette audit verify`: gives 1 when a chain does not hold or a recorded search or review does
// not fit it, and names what is bad.
int verify_audit(const Settings& settings, const AuditCommand& command);
// `vedette audit export-head`: the heads of all chains, signed, for a place outside this machine.
int export_audit_head(const Settings& settings, const AuditCommand& command);

}  // namespace vedette::app
