#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// A recorded search that is not what was written.
struct SearchMisfit {
  std::string search = {};    // its reference, or its number when that is not known
  std::int64_t sequence = 0;  // the entry of the audit chain that it does not fit; 0 when none
  std::string reason = {};
};

struct SearchProof {
  std::int64_t searches = 0;  // compared, batches among them
  std::int64_t items = 0;     // names of batches compared
  std::int64_t erased = 0;    // entries whose payload was erased: nothing to compare with
  std::optional<SearchMisfit> first_bad = {};
};

// Holds every recorded search of a project against the digest in its audit entry, page by page. The
// chain itself is Ledger::verify_audit_chain's to judge, and must be whole.
base::Result<SearchProof> prove_searches(ledger::Ledger& ledger, const ledger::ProjectScope& scope);

}  // namespace vedette::service
