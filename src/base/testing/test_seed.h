#pragma once
// What a random test starts from.
#include <cstdint>
#include <cstdlib>
#include <random>

namespace vedette::base {

// The value of VEDETTE_TEST_SEED, so that a run can be repeated, or a new one. Tests print it.
inline std::uint64_t test_seed() {
  const char* given = std::getenv("VEDETTE_TEST_SEED");
  return given == nullptr ? std::random_device{}() : std::strtoull(given, nullptr, 10);
}

// How many of a number of random cases are run: under a sanitizer, where each takes ten times as
// long and is about memory rather than answers, a part (VEDETTE_TEST_SHARE, such as 4 for a
// fourth).
inline std::uint64_t test_share(std::uint64_t cases) {
  const char* share = std::getenv("VEDETTE_TEST_SHARE");
  const std::uint64_t part = share == nullptr ? 1 : std::strtoull(share, nullptr, 10);
  return part > 1 && part < cases ? cases / part : cases;
}

}  // namespace vedette::base
