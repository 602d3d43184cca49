#pragma once

#include <filesystem>
#include <vector>

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

service::UpdateSettings update_settings(const Settings& settings);

// Which generations stay on disk.
catalogue::KeepRules keep_rules(const Settings& settings);

}  // namespace vedette::app
