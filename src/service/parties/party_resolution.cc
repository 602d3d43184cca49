#include "service/parties/party_resolution.h"

#include <algorithm>
#include <thread>

namespace vedette::service {

base::Result<parties::Resolution> resolve_parties(
    const catalogue::Store& store, const std::shared_ptr<const catalogue::Catalogue>& catalogue,
    const names::Analyser& analyser, const PartyResolution& how,
    const std::function<bool()>& cancelled) {
  const parties::GroupingFolder folder(store.folder());
  VEDETTE_ASSIGN(const parties::GroupingLock lock, folder.lock());
  VEDETTE_ASSIGN(const HoldingJudgements held, how.judgements());
  return parties::resolve(catalogue, analyser, folder,
                          {.lines = how.lines,
                           .judgements = held.pairs(),
                           .last_judgement = static_cast<std::uint64_t>(held.newest),
                           .threads = std::max(1U, std::thread::hardware_concurrency()),
                           .cancelled = cancelled});
}

}  // namespace vedette::service
