#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// An entry of an audit chain with all that proves its place there: whoever has the server key can
// compute its MAC anew.
struct ProvenEntry {
  ledger::ChainedEntry entry = {};
  base::Sha256 previous_mac{};
  std::string salt = {};                    // of the payload's digest
  std::optional<std::string> payload = {};  // nothing: erased, or there was none
};

struct EntriesQuestion {
  std::string family = {};  // as payloads write it
  std::string record_id = {};
  base::Time since = {};
};
inline constexpr std::int64_t kMostProvenEntries = 5000;

// The entries that name a record, oldest first, and how far the chain goes.
struct ProvenEntries {
  std::vector<ProvenEntry> entries = {};
  bool complete = true;
  ledger::AuditHead head = {};
};
base::Result<ProvenEntries> entries_about(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                          const EntriesQuestion& query);

std::string to_json(const ProvenEntries& entries);

// How many entries of such a document hold; kCorrupt, naming the entry, when one does not.
base::Result<std::int64_t> check_entries(std::string_view json, const ledger::ServerKey& key);

}  // namespace vedette::service
