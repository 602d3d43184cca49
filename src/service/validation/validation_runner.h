#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "base/bell.h"
#include "base/result.h"
#include "names/reading/analyser.h"
#include "service/common/signed_document.h"
#include "service/common/work_lease.h"
#include "service/lists/generations.h"
#include "service/validation/validation_rows.h"
#include "validation/engine.h"

namespace vedette::service {

// Carries out validation runs, one at a time and one piece after the other. A run that was broken
// off goes on at the piece after the last checkpoint, on whichever server comes first; when the
// lists, the settings or the records changed meanwhile, it begins anew with the present ones.
class ValidationRunner {
 public:
  using MakeEngine = std::function<std::unique_ptr<validation::Engine>(
      std::shared_ptr<const catalogue::Catalogue>)>;
  struct Parts {
    ledger::Ledger& ledger;
    const Generations& generations;
    MakeEngine engine;
    const DocumentSigner& signer;
    WorkLease& lease;
    std::string program;
    std::int64_t cpu_percent = 50;     // of one core
    std::int64_t interval_days = 0;    // between scheduled runs of a project; 0: none
    std::int64_t pieces_at_once = 20;  // between checkpoints
  };
  explicit ValidationRunner(Parts parts) : parts_(std::move(parts)) {}

  // Enters the scheduled runs that are due; gives how many.
  base::Result<std::int64_t> enter_due_runs();
  // Carries out the oldest run that has not ended; whether there was one. Returns early, with the
  // run saved, once `stopped` gives true.
  base::Result<bool> run_next(const std::function<bool()>& stopped);

 private:
  class Work;
  const Parts parts_;
};

// Does so for as long as it lives, on a thread in the background.
class ValidationWatch {
 public:
  ValidationWatch(ValidationRunner::Parts parts, base::Millis interval);
  ~ValidationWatch();
  ValidationWatch(const ValidationWatch&) = delete;
  ValidationWatch& operator=(const ValidationWatch&) = delete;

  void look_now() { bell_.ring(); }

 private:
  void run();

  ValidationRunner runner_;
  const base::Millis interval_;
  base::Bell bell_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace vedette::service
