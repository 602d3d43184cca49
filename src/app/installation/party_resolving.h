#pragma once

#include "app/installation/installation.h"
#include "app/settings/settings.h"
#include "service/parties/party_resolution.h"

namespace vedette::app {

// How list entries become parties, by the settings and the judgements in the ledger. Valid while
// the installation lives.
service::PartyResolution party_resolution(const Settings& settings, Installation& installation);

}  // namespace vedette::app
