#pragma once

#include <atomic>
#include <thread>

#include "base/bell.h"
#include "service/attestation/attestations.h"
#include "service/attestation/running_spans.h"
#include "service/common/work_lease.h"

namespace vedette::service {

// While a server runs: notes that it does, closes the days that are due and announces what is
// late. Of several servers on one ledger one does so at a time.
class AttestationWatch {
 public:
  struct Parts {
    const Attestations& attestations;
    RunningNote::Parts running;
    WorkLease& lease;
    base::Millis interval = base::seconds(30);
  };
  explicit AttestationWatch(Parts parts);
  ~AttestationWatch();
  AttestationWatch(const AttestationWatch&) = delete;
  AttestationWatch& operator=(const AttestationWatch&) = delete;

 private:
  void run();

  const Parts parts_;
  RunningNote running_;
  base::Bell bell_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;  // last: it uses the others
};

// One round of it, under the lease.
base::Result<void> attest_what_is_due(const Attestations& attestations, WorkLease& lease);

}  // namespace vedette::service
