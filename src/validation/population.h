#pragma once

#include <string>
#include <vector>

#include "profile/profile.h"
#include "validation/options.h"

namespace vedette::validation {

// The name of an ordinary customer, as no list has to name it.
struct OrdinaryName {
  std::string text;
  profile::Family family = profile::Family::kIndividual;
};

// Invented customers of one region.
struct Population {
  std::string region;  // "arabic", as in data/validation/regions.tsv
  profile::Family family = profile::Family::kIndividual;
  std::vector<OrdinaryName> names;
};

// The people and the companies of every region, drawn by the seed: the same on every machine. A
// region does not depend on the others.
std::vector<Population> populations(const Options& options);

}  // namespace vedette::validation
