#pragma once

#include <cstdint>
#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

struct DemoCommand {
  std::string project = "DEMO";
  std::string lists;  // the folder of the demonstration lists; empty: where they are installed
  std::int64_t customers = 300;
  std::int64_t seed = 1;
  bool json = false;
};

// `vedette demo`: a small fictional bank, so that the console shows something on the first minute:
// lists in two versions, customers, cases that are reviewed and cases that wait, a webhook that is
// switched off. A project that has customers already stays as it is.
int make_demo(const Settings& settings, const DemoCommand& command);

}  // namespace vedette::app
