#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vedette::validation {

enum class Part : std::uint8_t { kControl, kTreated, kStable, kOrdinary };

// At which scores the party that was meant was found, over some queries.
struct Scores {
  std::uint64_t queries = 0;
  std::uint64_t refused = 0;                  // searches that failed; counted as not found
  std::uint64_t same = 0;                     // stability: the score did not change
  std::array<std::uint64_t, 101> at_score{};  // of those found at the floor or above

  std::uint64_t found(int threshold) const;
  void add(const Scores& other);
  bool operator==(const Scores&) const = default;
};

// What the queries of one cell have in common.
struct CellKey {
  Part part = Part::kControl;
  std::string group = {};   // the id of the class; empty for the control
  std::string list = {};    // ofac-sdn
  std::string party = {};   // people, organisations, vessels, unknown
  std::string script = {};  // of the listed name
  auto operator<=>(const CellKey&) const = default;
};

// Alerts of ordinary names: one for each party found.
struct Alerts {
  std::uint64_t queries = 0;
  std::uint64_t refused = 0;
  std::array<std::uint64_t, 101> at_score{};    // alerts
  std::array<std::uint64_t, 101> best_score{};  // queries, by their best alert

  std::uint64_t alerts(int threshold) const;
  std::uint64_t alerted(int threshold) const;  // queries with an alert
  void add(const Alerts& other);
  bool operator==(const Alerts&) const = default;
};

struct PopulationKey {
  std::string region = {};  // kOwnRecords for those of the project
  std::string party = {};   // people, organisations
  auto operator<=>(const PopulationKey&) const = default;
};
inline constexpr std::string_view kOwnRecords = "own records";

// A query worth reading: one that missed, changed its score, or raised an alert.
struct Example {
  std::uint64_t task = 0;  // place in the plan, which orders them
  std::string query = {};
  std::string listed = {};
  std::string list = {};
  std::string record = {};
  int score = 0;          // 0: not found at the floor
  std::string note = {};  // why, where it is known
  bool operator==(const Example&) const = default;
};
struct ExampleKey {
  Part part = Part::kControl;
  std::string group = {};
  auto operator<=>(const ExampleKey&) const = default;
};
inline constexpr std::size_t kExamplesPerClass = 5;
inline constexpr std::size_t kControlExamples = 200;
inline constexpr std::size_t kSampledAlerts = 25;  // of each population
std::size_t most_examples(Part part);

// The results of some tasks. Those of all tasks do not depend on how they were cut into pieces.
struct Tally {
  std::map<CellKey, Scores> cells = {};
  std::map<PopulationKey, Alerts> populations = {};
  std::map<ExampleKey, std::vector<Example>> examples = {};

  void add_example(const ExampleKey& key, Example example);
  void add(const Tally& other);
  bool operator==(const Tally&) const = default;
};

}  // namespace vedette::validation
