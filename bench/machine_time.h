#pragma once

// What a measurement and everybody else took of the machine.

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

#include "http_load.h"

namespace vedette::bench {

// Processor time of this process, all threads: what others do on the machine does not count.
inline double cpu_micros() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// Processor time of the whole machine that was not idle.
inline double machine_micros() {
  std::ifstream in("/proc/stat");
  std::string word;
  in >> word;
  double busy = 0;
  double ticks = 0;
  // user nice system idle iowait irq softirq steal
  for (int i = 0; i < 8 && in >> ticks; ++i)
    if (i != 3 && i != 4) busy += ticks;
  return busy * 1e6 / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// What this process and others took of the machine since the beginning of its life.
class Taken {
 public:
  double own() const { return cpu_micros() - own_; }
  double share_of_others() const {
    const double most = micros_since(begin_) * std::max(1U, std::thread::hardware_concurrency());
    return std::max(0.0, machine_micros() - machine_ - own()) / most;
  }

 private:
  const double own_ = cpu_micros();
  const double machine_ = machine_micros();
  const Steady::time_point begin_ = Steady::now();
};

}  // namespace vedette::bench
