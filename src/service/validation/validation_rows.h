#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ledger/access.h"
#include "service/validation/validation_runs.h"

namespace vedette::service {

// The rows of runs, within the caller's transaction and project.

base::Result<void> insert_run(ledger::ProjectWriter& writer, const ValidationRun& run);
// Runs that have not ended.
base::Result<std::int64_t> waiting_runs(ledger::ProjectWriter& writer);
base::Result<std::optional<ValidationRun>> find_run(ledger::ProjectReader& reader,
                                                    const std::string& id);
base::Result<std::vector<ValidationRun>> newest_runs(ledger::ProjectReader& reader);
// The run before this one that ended with a result; its id.
base::Result<std::optional<std::string>> run_before(ledger::ProjectReader& reader,
                                                    const ValidationRun& run);

// How far a run came.
struct RunCheckpoint {
  std::string plan_sha256 = {};
  std::int64_t pieces = 0;
  std::int64_t all_pieces = 0;
  std::string tally = {};
};
base::Result<RunCheckpoint> read_run_checkpoint(ledger::ProjectReader& reader,
                                                const std::string& id);
base::Result<void> save_run_checkpoint(ledger::ProjectWriter& writer, const std::string& id,
                                       const RunCheckpoint& checkpoint, base::Time now);

// The end of a run: with files and a summary, or with the reason why there are none.
struct RunEnd {
  base::Time finished = {};
  std::string summary = {};
  std::string failure = {};
  std::int64_t weak = 0;  // classes below the line that are not accepted
  std::vector<std::pair<std::string, std::string>> files = {};  // name, content
};
// False when the run had ended already.
base::Result<bool> end_run(ledger::ProjectWriter& writer, const std::string& id, const RunEnd& end);

}  // namespace vedette::service
