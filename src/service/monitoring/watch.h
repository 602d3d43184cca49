#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "base/bell.h"
#include "service/common/retention_clock.h"
#include "service/monitoring/rescreening.h"

namespace vedette::service {

// Keeps every record up to date while the server runs: notices at the next look when the lists, the
// engine or settings changed and brings the chunks that are behind up to date in the background, so
// that requests come first. Also removes what is past its time by the retention clock: events,
// deleted records, searches and batches that their project does not want kept for longer.
class Watch {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    Rescreening& rescreening;
    RetentionClock& retention;
    base::Bell& bell;  // rung when there is something to do; looks at intervals as well
    unsigned threads = 2;
    base::Millis interval{500};
  };
  explicit Watch(const Parts& parts);
  // Ends after the chunks under way.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  void run();
  // Whether there was something to do.
  base::Result<bool> work();
  void clean();
  base::Result<bool> clean_at(base::Time time);
  bool wait(base::Millis time);

  const Parts parts_;
  std::atomic<bool> stopping_ = false;
  std::optional<std::chrono::steady_clock::time_point> cleaned_;
  std::thread thread_;
};

// Removes up to `chunk` of each kind of data that is past the retention of its project; `chunk` or
// more when there may be more of a kind. Each run is logged and audited with its counts.
base::Result<std::int64_t> remove_outdated(ledger::Ledger& ledger,
                                           const ledger::OperatorScope& scope, base::Time now,
                                           std::int64_t chunk);

}  // namespace vedette::service
