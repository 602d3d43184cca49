#pragma once

#include <filesystem>
#include <vector>

#include "app/installation/installation.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "service/lists/list_sources.h"
#include "service/lists/list_update.h"
#include "service/lists/source_folder.h"

namespace vedette::app {

// The sources of an installation: the built-in table, the file of the settings, what they enable.
base::Result<std::vector<service::ListSource>> configured_sources(const Settings& settings);

// Where fetched files and the state of the sources are kept: `sources` in the data directory.
service::SourceFolder source_folder(const Settings& settings);

service::UpdateSettings update_settings(const Settings& settings, Installation& installation);

// Which generations stay on disk, by the retention clock of the installation. Valid while that
// lives; removals go into its audit chain and the log.
service::GenerationRetention keep_rules(const Settings& settings, Installation& installation);

}  // namespace vedette::app
