#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"

namespace vedette::service {

// The right to do one kind of work of the installation, which one node has at a time: whoever
// shares the ledger shares the lease. Each lease has a higher fence than the one before; what the
// holder writes checks it, so that a node which slept past its time changes nothing. Safe from any
// thread.
class WorkLease {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    std::string work;  // "lists.update"
    std::string node;  // names this node, before and after a restart
    base::Millis span = base::seconds(900);
  };
  explicit WorkLease(Parts parts) : parts_(std::move(parts)) {}

  // The fence of the lease; nothing while another node has it. A node that restarted takes its own
  // over at once.
  base::Result<std::optional<std::int64_t>> take();
  // Prolongs it. kConflict when another node has taken it since.
  base::Result<void> hold(std::int64_t fence);
  // Gives it up, so that others need not wait for its end.
  base::Result<void> give_back(std::int64_t fence);
  // Inside a change: kConflict when another node has taken the lease, which undoes the change.
  base::Result<void> check(ledger::OperatorWriter& writer, std::int64_t fence) const;

  base::Millis span() const { return parts_.span; }

 private:
  base::Result<void> set_end(std::int64_t fence, base::Time end);
  base::Error lost() const;

  const Parts parts_;
};

// A lease and the fence it was taken with; none when null.
struct HeldLease {
  WorkLease* lease = nullptr;
  std::int64_t fence = 0;
};

}  // namespace vedette::service
