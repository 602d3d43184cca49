#pragma once

#include "app/settings/settings.h"
#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/attestation/attestations.h"

namespace vedette::app {

// As the settings have it; kInvalidInput names the setting when the time zone is none.
base::Result<service::Attestations> make_attestations(const Settings& settings,
                                                      ledger::Ledger& ledger,
                                                      const base::Clock& clock);

}  // namespace vedette::app
