#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// A row that is not what was written, or is gone.
struct RowMisfit {
  std::string what = {};  // "the business record r1", "match 12 of the business record r1"
  std::string reason = {};
};

struct RowProof {
  std::int64_t records = 0;
  std::int64_t matches = 0;
  std::int64_t history = 0;
  bool sealed = true;  // false: the upgrade that seals the rows of this project has not ended
  std::int64_t misfits = 0;
  std::vector<RowMisfit> first_bad = {};  // the first few
  bool whole() const { return sealed && misfits == 0; }
};

// Checks every record, match and step of history of a project against its seal, their total against
// the one that stands with the audit chain, and each record against its matches. All of one
// snapshot.
base::Result<RowProof> prove_rows(ledger::Ledger& ledger, const ledger::ProjectScope& scope);

}  // namespace vedette::service
