#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitor_record.h"
#include "validation/accepted.h"

namespace vedette::service {

// What a run is to test; the threshold is the project's own.
struct ValidationRequest {
  std::int64_t seed = 1;
  std::int64_t per_class = 1200;
  std::int64_t per_population = 1000;
  std::int64_t line = 95;
};

// A run, as the ledger has it.
struct ValidationRun {
  std::string id = {};
  base::Time created = {};
  std::optional<base::Time> started = {};
  std::optional<base::Time> finished = {};
  std::string actor = {};
  std::string username = {};
  std::string request_id = {};
  bool scheduled = false;
  ValidationRequest request = {};
  std::int64_t all_pieces = 0;  // 0: not known yet
  std::int64_t pieces = 0;      // that are done
  std::string summary = {};     // JSON, when it ended well
  std::string failure = {};     // why it ended without a result

  std::string_view state() const;  // waiting, running, done, failed
};

inline constexpr std::int64_t kMostValidationRuns = 100;  // that a list names
inline constexpr std::int64_t kMostWaitingRuns = 3;       // of a project

// Enters a run; the runner of some server carries it out. kConflict with VALIDATION_RUNS_WAITING
// while too many wait.
base::Result<ValidationRun> start_validation(ledger::Ledger& ledger, const Actor& actor,
                                             const ValidationRequest& request);
// The newest first.
base::Result<std::vector<ValidationRun>> read_validation_runs(ledger::Ledger& ledger,
                                                              const ledger::ProjectScope& scope);
// kNotFound when there is none.
base::Result<ValidationRun> read_validation_run(ledger::Ledger& ledger,
                                                const ledger::ProjectScope& scope,
                                                const std::string& id);
// validation.html, .json, .csv and the signature of each; kNotFound when the run has no such file.
base::Result<std::string> read_validation_file(ledger::Ledger& ledger,
                                               const ledger::ProjectScope& scope,
                                               const std::string& id, const std::string& name);

// A weak class that somebody accepted, with who did.
struct AcceptedClass {
  validation::Accepted accepted = {};
  std::string by = {};
  base::Time at = {};
};
base::Result<std::vector<AcceptedClass>> accepted_classes(ledger::Ledger& ledger,
                                                          const ledger::ProjectScope& scope);
// kNotFound for a class that does not exist.
base::Result<AcceptedClass> accept_class(ledger::Ledger& ledger, const Actor& actor,
                                         const validation::Accepted& accepted);
// kNotFound when it was not accepted.
base::Result<void> withdraw_acceptance(ledger::Ledger& ledger, const Actor& actor,
                                       const std::string& class_id);

}  // namespace vedette::service
