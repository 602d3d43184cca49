#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/erasure/person.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// What an erasure takes away, counted.
struct ErasureCounts {
  std::int64_t records = 0;  // with their matches, history, comments and files
  std::int64_t searches = 0;
  std::int64_t batch_names = 0;
  std::int64_t events = 0;
  std::int64_t answers = 0;
  std::int64_t audit_payloads = 0;
  std::int64_t case_links = 0;  // of other customers to one of the records

  std::int64_t total() const {
    return records + searches + batch_names + events + answers + audit_payloads + case_links;
  }
  void add(const ErasureCounts& more);
  std::string json() const;
};

// Why a name of a batch has no answer any more.
inline constexpr std::string_view kNameErased = "ERASED";

// What erase_person() would take away now. Changes nothing.
base::Result<ErasureCounts> count_traces(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         const Person& person);

// Takes a person's data out of a project's ledger, in one transaction: records with their matches,
// reviews, comments and files; links of other customers to them; recorded searches and names of
// batches, of which only that they were made is left; the data of events; answers that are kept for
// Idempotency-Keys; and what the audit chain says of them, whose entries and hashes stay, so that
// the chain holds and `vedette verify` is clean. Other saves of the installation wait meanwhile.
// The entry `person.erased` has the counts and no name. `also` is done in the same transaction,
// when all is counted.
using AlsoDone =
    std::function<base::Result<void>(ledger::ProjectWriter&, const ErasureCounts& counts)>;
base::Result<ErasureCounts> erase_person(ledger::Ledger& ledger, const Actor& actor,
                                         const Person& person, base::Time now,
                                         const AlsoDone& also = {});

}  // namespace vedette::service
