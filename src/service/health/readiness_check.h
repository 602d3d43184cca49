#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "service/lists/readiness.h"

namespace vedette::service {

// Asks whether the node is ready on a thread of its own, so that a database that hangs keeps nobody
// waiting for longer than a bound: a load balancer needs its answer while the database does not
// give one.
class ReadinessCheck {
 public:
  using Measure = std::function<Readiness()>;
  ReadinessCheck(Measure measure, std::chrono::milliseconds bound);
  ~ReadinessCheck();  // waits for a measurement that runs
  ReadinessCheck(const ReadinessCheck&) = delete;
  ReadinessCheck& operator=(const ReadinessCheck&) = delete;

  // What a measurement found that began after the call; a ledger problem when it takes longer than
  // the bound, at once when another one already has.
  Readiness operator()();

 private:
  using Clock = std::chrono::steady_clock;
  void run();

  const Measure measure_;
  const std::chrono::milliseconds bound_;
  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable measured_;
  std::uint64_t asked_ = 0;     // calls so far
  std::uint64_t answered_ = 0;  // calls for which `last_` is new enough
  Clock::time_point began_;     // the measurement that runs, or the last one
  bool running_ = false;
  bool stopping_ = false;
  Readiness last_;
  std::thread thread_;
};

}  // namespace vedette::service
