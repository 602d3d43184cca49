#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// One entry of the project's audit chain, as its admins may read it.
struct AuditRecord {
  std::int64_t sequence = 0;
  base::Time at = {};
  std::string action = {};
  std::string actor = {};
  std::string request_id = {};
  std::int64_t refers_to = 0;
  std::optional<std::string> payload = {};  // JSON; nothing when it was erased or there is none
};

struct AuditQuestion {
  std::int64_t after = 0;     // a sequence
  base::Time since = {};      // entries of then or later
  std::string category = {};  // "record" for record.created and the like; empty: all
  std::string action = {};    // exactly this one; empty: all
  std::int64_t limit = 100;
};

// The last entry of the chain; 0 when there is none.
base::Result<std::int64_t> newest_entry(ledger::ProjectReader& reader);

// The entry before the first one of `since` or later; 0 when that is the first of all.
base::Result<std::int64_t> entry_before(ledger::ProjectReader& reader, base::Time since);

// Oldest first.
base::Result<std::vector<AuditRecord>> read_audit(ledger::Ledger& ledger,
                                                  const ledger::ProjectScope& scope,
                                                  const AuditQuestion& question);

}  // namespace vedette::service
