#pragma once

#include "app/installation/installation.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "service/erasure/erasures.h"

namespace vedette::app {

// DATA/erasures.jsonl.
service::ErasureFile erasure_file(const Settings& settings);

// `installation` and `signer` outlive it.
service::Erasures open_erasures(const Settings& settings, Installation& installation,
                                const service::DocumentSigner& signer);

// Does again what the ledger has not seen: after an older backup was put back, persons who were
// erased since must not be there. Logs when there was something.
base::Result<service::Erasures::Reapplied> reapply_erasures(const Settings& settings,
                                                            const service::Erasures& erasures);

}  // namespace vedette::app
