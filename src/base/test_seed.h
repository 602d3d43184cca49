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

}  // namespace vedette::base
