#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace vedette::catalogue {

// Calls work(begin, end) for equal parts of [0, count), one thread each, the caller's among them;
// returns when all are done. The parts depend on `threads` alone.
template <class Work>
void in_parallel(std::size_t count, unsigned threads, const Work& work) {
  const std::size_t parts = std::max<std::size_t>(1, std::min<std::size_t>(threads, count));
  const auto at = [&](std::size_t part) { return count * part / parts; };
  std::vector<std::jthread> others;
  for (std::size_t part = 1; part < parts; ++part)
    others.emplace_back([&work, begin = at(part), end = at(part + 1)] { work(begin, end); });
  work(at(0), at(1));
}

}  // namespace vedette::catalogue
