#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/attestation/attestation.h"

namespace vedette::service {

// Spans that ended at `since` or later, of all nodes; the oldest first.
base::Result<std::vector<RunningSpan>> running_spans(ledger::OperatorReader& reader,
                                                     base::Time since);
// When a server was noted first; nothing when none ever was.
base::Result<std::optional<base::Time>> first_running(ledger::OperatorReader& reader);

// Notes in the ledger that this server runs. By one thread.
class RunningNote {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    std::string node;
    std::function<base::Millis()> steady;  // time since an unnamed moment, which only moves forward
  };
  explicit RunningNote(Parts parts) : parts_(std::move(parts)) {}

  // Prolongs the span, or begins one: at the start, after a longer silence, and when the clock
  // jumped.
  base::Result<void> beat();

 private:
  struct Beat {
    base::Time at = {};
    base::Millis steady = {};
  };
  base::Result<void> begin(base::Time now, bool clock_moved);

  const Parts parts_;
  base::Time began_ = {};
  std::optional<Beat> last_;
};

}  // namespace vedette::service
