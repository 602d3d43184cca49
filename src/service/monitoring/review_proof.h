#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/match_rows.h"

namespace vedette::service {

// What the audit chain keeps of a review: a digest over its row in the history of the match.
std::string review_digest(const HistoryStep& review);

// A review that is not what was written.
struct ReviewMisfit {
  std::string match = {};     // "match 12 of individual K-1"
  std::int64_t sequence = 0;  // the entry of the audit chain that it does not fit; 0 when none
  std::string reason = {};
};

struct ReviewProof {
  std::int64_t reviews = 0;   // compared
  std::int64_t removed = 0;   // of records that were removed with all their history
  std::int64_t unproven = 0;  // entries that hold no digest, or whose payload was erased
  std::optional<ReviewMisfit> first_bad = {};
};

// Holds every review of a project against the digest in its audit entry, page by page. The chain
// itself is Ledger::verify_audit_chain's to judge, and must be whole.
base::Result<ReviewProof> prove_reviews(ledger::Ledger& ledger, const ledger::ProjectScope& scope);

}  // namespace vedette::service
