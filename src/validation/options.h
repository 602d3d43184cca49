#pragma once

#include <cstddef>
#include <cstdint>

namespace vedette::validation {

// No threshold below this is measured: at lower scores nearly every name meets every other.
inline constexpr int kLeastFloor = 50;
inline constexpr std::size_t kMostPerClass = 100'000;
inline constexpr std::size_t kMostPerPopulation = 100'000;

// What decides the result of a run, beside the generation and the engine.
struct Options {
  std::uint64_t seed = 1;
  int threshold = 80;                 // the one that serves
  int floor = 70;                     // the lowest threshold that is measured; at most `threshold`
  std::size_t per_class = 1200;       // variations of each class
  std::size_t per_population = 1000;  // names of each fictional population
  int line_percent = 95;              // a class that is found less often is weak
};

}  // namespace vedette::validation
