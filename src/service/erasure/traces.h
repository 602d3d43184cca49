#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/result.h"
#include "ledger/access.h"
#include "service/erasure/person.h"

namespace vedette::service {

// Where a project's ledger tells of a person.
struct Traces {
  std::vector<std::int64_t> records;                               // numbers, of deleted ones too
  std::vector<std::int64_t> searches;                              // single ones
  std::vector<std::pair<std::int64_t, std::int64_t>> batch_names;  // search and item
  std::vector<std::int64_t> events;
  std::vector<base::Sha256> answers;                         // that are kept for Idempotency-Keys
  std::vector<std::int64_t> payloads;                        // of the audit chain, by their entries
  std::vector<std::pair<std::int64_t, std::int64_t>> links;  // of other records: record and item
};

// Reads all of the project's ledger once, in pages. `Reader` is ledger::ProjectReader or
// ProjectWriter.
base::Result<Traces> traces_of(ledger::Reader<ledger::sql::ProjectSql>& reader,
                               const Person& person);

}  // namespace vedette::service
