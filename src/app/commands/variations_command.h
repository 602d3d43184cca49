#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/settings/settings.h"

namespace vedette::app {

struct VariationsCommand {
  std::vector<std::string> files;  // list files; empty: the generation that serves
  std::string classes;             // ids and groups, separated by commas; empty: all
  std::int64_t seed = 1;
  std::int64_t per_class = 1000;
  bool list_classes = false;  // print the table of classes instead
  bool json = false;          // one object per line instead of CSV
};

// `vedette variations [FILE...]`: variations of listed names, for tests of this or another engine.
// The CSV is one that `vedette compare --csv` reads.
int variations(const Settings& settings, const VariationsCommand& command);

}  // namespace vedette::app
