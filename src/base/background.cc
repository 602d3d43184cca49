#include "base/background.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace vedette::base {
namespace {

// Against threads of ordinary priority that want all they can get, it leaves about a tenth of a
// core.
constexpr int kNicer = 10;
constexpr int kForeground = -10;
// A thread that got less of a core than this share in such a time is left nothing.
constexpr std::chrono::milliseconds kPatience{100};
constexpr double kLeastShare = 0.1;

// Of the processor, by a thread that was not joined yet.
double seconds_used(pthread_t thread) {
  clockid_t clock{};
  timespec used{};
  if (::pthread_getcpuclockid(thread, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

}  // namespace

bool enter_background() {
  if (in_background()) return true;
  const sched_param none{};
  if (::sched_setscheduler(0, SCHED_BATCH, &none) != 0) return false;
  // Of this thread alone, as Linux has it; -1 may be the priority that was reached.
  errno = 0;
  return ::nice(kNicer) != -1 || errno == 0;
}

bool enter_foreground() {
  // Of this thread alone, as Linux has it.
  return ::setpriority(PRIO_PROCESS, 0, kForeground) == 0;
}

bool in_background() {
  return ::sched_getscheduler(0) == SCHED_BATCH;
}

void run_when_idle(const std::function<bool()>& step) {
  std::mutex mutex;
  std::condition_variable changed;
  bool left = false;  // by the other thread
  bool more = true;
  std::atomic<bool> starved = false;
  std::jthread idle([&] {
    const sched_param none{};
    const bool lowest = ::sched_setscheduler(0, SCHED_IDLE, &none) == 0;
    bool goes_on = true;
    while (goes_on && lowest && !starved)
      goes_on = step();
    const std::lock_guard lock(mutex);
    more = goes_on;
    left = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    const std::chrono::duration<double> patience = kPatience;
    for (double before = 0; !changed.wait_for(lock, kPatience, [&] { return left; });) {
      const double used = seconds_used(idle.native_handle());
      if (used - before < kLeastShare * patience.count()) starved = true;
      before = used;
    }
  }
  idle.join();
  while (more)
    more = step();
}

}  // namespace vedette::base
