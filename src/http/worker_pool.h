#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/check.h"

namespace vedette::http {

// Threads that run jobs from a bounded first-in first-out queue; urgent jobs have a queue of their
// own, which goes first. Queueing and waking are separate,
// so that a whole batch costs one wake-up; a woken thread that finds more than one job wakes the
// next, and none is woken while another wake is on its way.
template <class Job>
class WorkerPool {
 public:
  // `run` is called with the job and the number of the thread, 0 to threads - 1.
  using Run = std::function<void(Job&, unsigned)>;

  WorkerPool(unsigned threads, std::size_t capacity, Run run)
      : run_(std::move(run)), usual_(capacity), urgent_(capacity) {
    VEDETTE_CHECK(threads > 0 && capacity > 0);
    for (unsigned i = 0; i < threads; ++i)
      threads_.emplace_back([this, i] { work(i); });
  }
  ~WorkerPool() { stop(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False when the queue is full or stopped. The job must live until it was run, and runs for
  // sure only after a wake().
  [[nodiscard]] bool try_submit(Job& job, bool urgent = false) {
    const std::lock_guard lock(mutex_);
    return !stopped_ && (urgent ? urgent_ : usual_).push(job);
  }
  void wake() {
    {
      const std::lock_guard lock(mutex_);
      if (waiting() == 0 || !claim_wake()) return;
    }
    ready_.notify_one();
  }

  // Runs what is queued, then ends the threads.
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    ready_.notify_all();
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

  std::size_t queued() const {
    const std::lock_guard lock(mutex_);
    return waiting();
  }
  // Jobs that are being run now.
  std::size_t running() const {
    const std::lock_guard lock(mutex_);
    return running_;
  }

 private:
  class Ring {
   public:
    explicit Ring(std::size_t capacity) : jobs_(capacity) {}
    bool push(Job& job) {
      if (count_ == jobs_.size()) return false;
      jobs_[(first_ + count_++) % jobs_.size()] = &job;
      return true;
    }
    Job& pop() {
      Job& job = *jobs_[first_];
      first_ = (first_ + 1) % jobs_.size();
      --count_;
      return job;
    }
    std::size_t count() const { return count_; }

   private:
    std::vector<Job*> jobs_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
  };

  std::size_t waiting() const { return usual_.count() + urgent_.count(); }
  bool claim_wake() {
    if (sleeping_ == 0 || waking_) return false;
    return waking_ = true;
  }

  void work(unsigned number) {
    std::unique_lock lock(mutex_);
    while (true) {
      if (waiting() > 0) {
        Job& job = (urgent_.count() > 0 ? urgent_ : usual_).pop();
        ++running_;
        const bool wake = waiting() > 0 && claim_wake();
        lock.unlock();
        if (wake) ready_.notify_one();
        run_(job, number);
        lock.lock();
        --running_;
        continue;
      }
      if (stopped_) return;
      ++sleeping_;
      ready_.wait(lock);
      --sleeping_;
      waking_ = false;
    }
  }

  Run run_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  Ring usual_;
  Ring urgent_;
  std::size_t running_ = 0;
  std::size_t sleeping_ = 0;
  bool waking_ = false;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace vedette::http
