#pragma once

#include "app/settings/settings.h"
#include "base/error.h"

namespace vedette::app {

// `vedette doctor`: one line per thing that was looked at. Gives 0 when nothing is bad, else 1.
int doctor(const LoadedSettings& loaded, bool json);
// The same when the settings themselves cannot be loaded.
int doctor(const base::Error& settings_problem, bool json);

}  // namespace vedette::app
