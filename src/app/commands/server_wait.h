#pragma once

#include <cstdint>

#include "app/settings/settings.h"
#include "base/result.h"

namespace vedette::app {

// Returns when the server on this data directory serves the generation and has screened every
// monitor record against it, showing what it waits for. At once when no server runs: it will take
// the generation up when it starts. kTimeout when the server does not take it over.
base::Result<void> wait_for_server(const Settings& settings, std::uint64_t generation);

}  // namespace vedette::app
