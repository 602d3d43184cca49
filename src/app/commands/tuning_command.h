#pragma once

#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

struct TuningCommand {
  std::string project;
  bool json = false;
};

// `vedette tuning`: what the decisions of a project say about its settings, with the effect of each
// suggestion. Changes nothing.
int tuning(const Settings& settings, const TuningCommand& command);

}  // namespace vedette::app
