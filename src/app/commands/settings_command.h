#pragma once

#include "app/settings/settings.h"

namespace vedette::app {

// `vedette settings`: every setting, its value, where it came from, what is allowed. Secrets
// hidden.
int print_settings(const LoadedSettings& loaded, bool json);

}  // namespace vedette::app
