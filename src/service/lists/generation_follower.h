#pragma once

#include <chrono>
#include <functional>
#include <thread>

#include "base/bell.h"
#include "service/lists/shared_generations.h"

namespace vedette::service {

// Follows what other servers publish while this one runs: looks when it is told to, and at
// intervals.
class GenerationFollower {
 public:
  // `taken` is called on its thread after each generation that it took.
  GenerationFollower(SharedGenerations& shared, std::chrono::milliseconds interval,
                     std::function<void()> taken);

  void look_now() { bell_.ring(); }

 private:
  void run(const std::stop_token& stop);

  SharedGenerations& shared_;
  const std::chrono::milliseconds interval_;
  const std::function<void()> taken_;
  base::Bell bell_;
  std::jthread thread_;
};

// Whether servers on this ledger share their generations: one that does not must not join them.
base::Result<bool> generations_are_shared(ledger::Ledger& ledger,
                                          const ledger::OperatorScope& scope);

}  // namespace vedette::service
