#pragma once

#include "app/settings/settings.h"

namespace vedette::app {

// `vedette serve`: serves until SIGTERM or SIGINT, then finishes what is under way and gives 0.
// SIGHUP reads the TLS certificate again.
int serve(const Settings& settings);

}  // namespace vedette::app
