#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace vedette::base {

// Wakes a thread that looks for work at intervals before its interval is over. A ring while the
// thread is at work is not lost: its next wait ends at once. One thread waits, any may ring.
class Bell {
 public:
  void ring() {
    {
      const std::lock_guard lock(mutex_);
      rung_ = true;
    }
    changed_.notify_one();
  }

  // Returns when it rings, when it rang since the last wait, or when the time has passed.
  void wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [this] { return rung_; });
    rung_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool rung_ = false;
};

}  // namespace vedette::base
