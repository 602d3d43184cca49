#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "search/workspace.h"

namespace vedette::search {

// A fixed number of workspaces that many threads share: `per_thread` for each of the `threads` that
// bulk work uses. Their number is how many searches run at one time. Where single requests are
// answered there are several per core, so that a quick search does not wait for slow ones before it
// to end, and a batch, which holds one per core at most, leaves the others to them. Safe from any
// thread.
class WorkspacePool {
 public:
  explicit WorkspacePool(std::size_t threads, std::size_t per_thread = 1) : threads_(threads) {
    for (std::size_t i = 0; i < threads * per_thread; ++i)
      free_.push_back(std::make_unique<Workspace>());
  }
  WorkspacePool(const WorkspacePool&) = delete;
  WorkspacePool& operator=(const WorkspacePool&) = delete;

  // One workspace, given back at the end of its life.
  class Lease {
   public:
    Lease(WorkspacePool& pool, std::unique_ptr<Workspace> workspace)
        : pool_(&pool), workspace_(std::move(workspace)) {}
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (workspace_) pool_->put(std::move(workspace_));
    }
    Workspace& operator*() const { return *workspace_; }

   private:
    WorkspacePool* pool_;
    std::unique_ptr<Workspace> workspace_;
  };

  // Waits until one is free; searches are bounded by their work limit, so it comes.
  Lease take() {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [this] { return !free_.empty(); });
    std::unique_ptr<Workspace> workspace = std::move(free_.back());
    free_.pop_back();
    return {*this, std::move(workspace)};
  }

  std::size_t threads() const { return threads_; }

 private:
  void put(std::unique_ptr<Workspace> workspace) {
    {
      const std::lock_guard lock(mutex_);
      free_.push_back(std::move(workspace));
    }
    freed_.notify_one();
  }

  const std::size_t threads_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

// Calls work(i) for i from 0 to count - 1, each once, on `threads` threads; returns when all are
// done. `work` takes a workspace for as long as it searches, so that others get theirs in between.
inline void for_each_in_parallel(std::size_t count, std::size_t threads,
                                 const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++)
      work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < threads && t < count; ++t)
    others.emplace_back(run);
  run();
}

}  // namespace vedette::search
