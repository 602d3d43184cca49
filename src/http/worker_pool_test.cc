#include "http/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace vedette::http {
namespace {

struct Work {
  int number = 0;
};

TEST(WorkerPool, RunsEveryJobExactlyOnce) {
  constexpr int kJobs = 10'000;
  std::vector<std::atomic<int>> runs(kJobs);
  std::vector<Work> jobs(kJobs);
  {
    WorkerPool<Work> pool(4, kJobs, [&](Work& job, unsigned) {
      runs[static_cast<std::size_t>(job.number)].fetch_add(1);
    });
    std::vector<std::thread> producers;
    for (int p = 0; p < 4; ++p) {
      producers.emplace_back([&, p] {
        for (int i = p; i < kJobs; i += 4) {
          jobs[static_cast<std::size_t>(i)].number = i;
          ASSERT_TRUE(pool.try_submit(jobs[static_cast<std::size_t>(i)]));
          if (i % 3 == 0) pool.wake();
        }
        pool.wake();
      });
    }
    for (std::thread& producer : producers)
      producer.join();
  }
  for (const auto& count : runs)
    EXPECT_EQ(count, 1);
}

TEST(WorkerPool, JobsThatBlockDoNotHoldUpOthersWhileThreadsAreFree) {
  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0;
  WorkerPool<Work> pool(8, 8, [&](Work&, unsigned) {
    std::unique_lock lock(mutex);
    ++inside;
    changed.notify_all();
    // Returns only when all eight are in: one wake() must have reached eight threads.
    changed.wait(lock, [&] { return inside == 8; });
  });
  std::deque<Work> jobs(8);
  for (Work& job : jobs)
    ASSERT_TRUE(pool.try_submit(job));
  pool.wake();
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return inside == 8; });
}

TEST(WorkerPool, UrgentJobsGoFirst) {
  std::mutex gate;
  gate.lock();
  std::vector<int> ran;
  WorkerPool<Work> pool(1, 4, [&](Work& job, unsigned) {
    const std::lock_guard pass(gate);
    ran.push_back(job.number);
  });
  std::deque<Work> jobs;
  for (const int number : {0, 1, 2, 3})
    jobs.push_back({number});
  ASSERT_TRUE(pool.try_submit(jobs[0]));
  pool.wake();
  while (pool.running() == 0)
    std::this_thread::yield();
  EXPECT_TRUE(pool.try_submit(jobs[1]));
  EXPECT_TRUE(pool.try_submit(jobs[2], true));
  EXPECT_TRUE(pool.try_submit(jobs[3], true));
  EXPECT_EQ(pool.queued(), 3u);
  gate.unlock();
  pool.stop();
  EXPECT_EQ(ran, (std::vector<int>{0, 2, 3, 1}));
}

TEST(WorkerPool, RefusesPastItsCapacityAndAfterStop) {
  std::mutex gate;
  gate.lock();
  WorkerPool<Work> pool(1, 2, [&](Work&, unsigned) { const std::lock_guard pass(gate); });
  Work jobs[4];
  ASSERT_TRUE(pool.try_submit(jobs[0]));
  pool.wake();
  while (pool.running() == 0)
    std::this_thread::yield();
  EXPECT_TRUE(pool.try_submit(jobs[1]));
  EXPECT_TRUE(pool.try_submit(jobs[2]));
  EXPECT_FALSE(pool.try_submit(jobs[3]));
  EXPECT_EQ(pool.queued(), 2u);
  gate.unlock();
  pool.stop();
  EXPECT_FALSE(pool.try_submit(jobs[3]));
}

}  // namespace
}  // namespace vedette::http
