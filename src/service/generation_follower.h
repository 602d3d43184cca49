#pragma once

#include <thread>

#include "service/shared_generations.h"

namespace vedette::service {

// Follows what other servers publish while this one runs: looks twice a second.
class GenerationFollower {
 public:
  explicit GenerationFollower(SharedGenerations& shared);

 private:
  void run(const std::stop_token& stop);

  SharedGenerations& shared_;
  std::jthread thread_;
};

// Whether servers on this ledger share their generations: one that does not must not join them.
base::Result<bool> generations_are_shared(ledger::Ledger& ledger,
                                          const ledger::OperatorScope& scope);

}  // namespace vedette::service
