#pragma once

#include <memory>
#include <string>

#include "app/installation/installation.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "service/lists/shared_generations.h"

namespace vedette::app {

// What this server is called in leases: the same before and after a restart, another on every node.
std::string node_name(const Settings& settings);

// Null unless shared_directory is set; an error when it is not and the servers on this ledger share
// their generations.
base::Result<std::unique_ptr<service::SharedGenerations>> open_sharing(
    const Settings& settings, Installation& installation, const catalogue::Store& store);

// Takes the newest generation before a server begins to serve. Fails when this folder holds other
// generations; whatever else stands in the way is told and tried again while it serves.
base::Result<void> follow_at_start(service::SharedGenerations& shared);
// Takes it before a command builds upon it, waiting for a server in the same folder that does the
// same.
base::Result<void> catch_up(service::SharedGenerations& shared);

}  // namespace vedette::app
