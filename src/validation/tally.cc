#include "validation/tally.h"

#include <algorithm>
#include <numeric>

namespace vedette::validation {
namespace {

std::uint64_t from(const std::array<std::uint64_t, 101>& counts, int threshold) {
  return std::accumulate(counts.begin() + std::clamp(threshold, 0, 100), counts.end(),
                         std::uint64_t{0});
}

void add_counts(std::array<std::uint64_t, 101>& to, const std::array<std::uint64_t, 101>& more) {
  std::ranges::transform(to, more, to.begin(), std::plus<>());
}

}  // namespace

std::size_t most_examples(Part part) {
  if (part == Part::kControl) return kControlExamples;
  return part == Part::kOrdinary ? kSampledAlerts : kExamplesPerClass;
}

std::uint64_t Scores::found(int threshold) const {
  return from(at_score, threshold);
}

void Scores::add(const Scores& other) {
  queries += other.queries;
  refused += other.refused;
  same += other.same;
  add_counts(at_score, other.at_score);
}

std::uint64_t Alerts::alerts(int threshold) const {
  return from(at_score, threshold);
}

std::uint64_t Alerts::alerted(int threshold) const {
  return from(best_score, threshold);
}

void Alerts::add(const Alerts& other) {
  queries += other.queries;
  refused += other.refused;
  add_counts(at_score, other.at_score);
  add_counts(best_score, other.best_score);
}

// The first ones of the plan are kept, whatever the order in which they come.
void Tally::add_example(const ExampleKey& key, Example example) {
  std::vector<Example>& kept = examples[key];
  const auto place = std::ranges::upper_bound(kept, example.task, {}, &Example::task);
  kept.insert(place, std::move(example));
  if (kept.size() > most_examples(key.part)) kept.pop_back();
}

void Tally::add(const Tally& other) {
  for (const auto& [key, scores] : other.cells)
    cells[key].add(scores);
  for (const auto& [key, alerts] : other.populations)
    populations[key].add(alerts);
  for (const auto& [key, more] : other.examples)
    for (const Example& example : more)
      add_example(key, example);
}

}  // namespace vedette::validation
