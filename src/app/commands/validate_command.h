#pragma once

#include <cstdint>
#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

struct ValidateCommand {
  std::string project;  // whose records and threshold; empty: none
  std::int64_t seed = 1;
  std::int64_t threshold = 0;  // 0: the project's, or that of a search without one
  std::int64_t floor = 0;      // 0: ten below the threshold
  std::int64_t per_class = 1200;
  std::int64_t per_population = 1000;
  std::int64_t line = 95;
  std::int64_t threads = 0;  // 0: one per core
  std::string out;           // a new folder; empty: a name with the time
  std::string against;       // validation.json of an earlier run
  std::string accepted;      // CSV: class, owner, note; empty: those of the earlier run
  std::string own;           // CSV of own cases, tested instead of everything else
  bool json = false;
};

// `vedette validate`: tests the lists and settings that serve and writes a signed report. Gives 1
// when a listed name is not found as published or a weak class has no owner.
int validate(const Settings& settings, const ValidateCommand& command);

}  // namespace vedette::app
