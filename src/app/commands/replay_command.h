#pragma once

#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

struct ReplayCommand {
  std::string ref = {};
  std::string project = {};  // its code; empty: look through all
  bool json = false;
};

// `vedette replay REF`: what was answered, the same question today, and why they differ. Gives 0
// when both are the same, else 1.
int replay(const Settings& settings, const ReplayCommand& command);

}  // namespace vedette::app
