#pragma once

#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// When all records of a project were screened under a generation.
struct ScreeningCompletion {
  base::Time completed = {};
  std::int64_t generation = 0;
  base::Time generation_created = {};
};

// In the change that ends the re-screening.
base::Result<void> note_completion(ledger::ProjectWriter& writer,
                                   const ScreeningCompletion& completion);
// Of `since` or later, the oldest first.
base::Result<std::vector<ScreeningCompletion>> completions(ledger::ProjectReader& reader,
                                                           base::Time since);

// The records of a project as they stand.
struct RecordCoverage {
  std::int64_t records = 0;
  std::int64_t behind = 0;      // of them: not yet screened under the generation
  std::int64_t unscreened = 0;  // that could not be screened: their rows were altered
  std::optional<base::Time> first_added = {};
};
// Of records that were added before this moment, or of all.
base::Result<RecordCoverage> record_coverage(ledger::ProjectReader& reader, std::int64_t generation,
                                             const std::optional<base::Time>& added_before);
// When the oldest record was added; nothing when there is none.
base::Result<std::optional<base::Time>> first_added(ledger::ProjectReader& reader);

}  // namespace vedette::service
