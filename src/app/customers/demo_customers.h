#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profile/profile.h"
#include "service/monitoring/match_rules.h"

namespace vedette::app {

// A customer of the demonstration bank. All are invented.
struct DemoCustomer {
  std::string id = {};
  profile::Family family = profile::Family::kIndividual;
  std::string name = {};
  std::string birth = {};
  std::string country = {};
  // What an analyst decided on the matches; nothing: they wait.
  std::optional<service::MatchStatus> decision = {};
  std::string comment = {};
};

// So many customers, the same for the same seed: those of data/demo/customers.tsv, whom the
// demonstration lists concern, spread among ordinary names.
std::vector<DemoCustomer> demo_customers(std::size_t count, std::uint64_t seed);

}  // namespace vedette::app
