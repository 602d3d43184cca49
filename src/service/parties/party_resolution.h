#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "catalogue/store.h"
#include "names/reading/analyser.h"
#include "parties/resolver.h"
#include "service/parties/party_judgements.h"

namespace vedette::service {

// How list entries become parties when lists change.
struct PartyResolution {
  parties::Lines lines = {};
  // What people decided; asked each time.
  std::function<base::Result<HoldingJudgements>()> judgements = [] {
    return base::Result<HoldingJudgements>(HoldingJudgements());
  };
  // The number of the newest.
  std::function<base::Result<std::int64_t>()> newest_judgement = [] {
    return base::Result<std::int64_t>(0);
  };
};

// Decides the parties of a generation and writes them beside it (parties/resolver.h). Waits for
// another process that does the same.
base::Result<parties::Resolution> resolve_parties(
    const catalogue::Store& store, const std::shared_ptr<const catalogue::Catalogue>& catalogue,
    const names::Analyser& analyser, const PartyResolution& how,
    const std::function<bool()>& cancelled = [] { return false; });

}  // namespace vedette::service
