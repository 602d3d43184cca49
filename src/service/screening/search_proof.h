#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// A recorded search that is not what was written.
struct SearchMisfit {
  std::string search = {};    // its reference, or its number when that is not known
  std::int64_t sequence = 0;  // the entry of the audit chain that it does not fit; 0 when none
  std::string reason = {};
};

// More than anybody reads at once.
inline constexpr std::size_t kMostNamedSearches = 20;

struct SearchProof {
  std::int64_t searches = 0;           // compared, batches among them
  std::int64_t items = 0;              // names of batches compared
  std::int64_t erased = 0;             // entries whose payload was erased: nothing to compare with
  std::int64_t bad_count = 0;          // searches that do not fit
  std::vector<SearchMisfit> bad = {};  // the first kMostNamedSearches of them

  bool whole() const { return bad_count == 0; }
};

// Holds every recorded search of a project against the digest in its audit entry, page by page. A
// search that does not fit is named and the next ones are still compared. The chain itself is
// Ledger::verify_audit_chain's to judge, and must be whole.
base::Result<SearchProof> prove_searches(ledger::Ledger& ledger, const ledger::ProjectScope& scope);

}  // namespace vedette::service
