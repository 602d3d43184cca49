#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "parties/grouping.h"
#include "parties/grouping_folder.h"
#include "parties/judged_pair.h"

namespace vedette::parties {

struct ResolveRequest {
  Lines lines = {};
  std::vector<JudgedPair> judgements = {};  // one for each pair
  std::uint64_t last_judgement = 0;         // the number of the newest of them
  unsigned threads = 2;
  std::function<bool()> cancelled = [] { return false; };
};

struct Resolution {
  std::shared_ptr<const Grouping> grouping;
  bool written = false;        // a new revision; else the newest one holds already
  std::uint64_t compared = 0;  // entries that were compared, the others were as before
  std::uint64_t candidates = 0;
};

// Decides which list entries of a generation are one party and writes the grouping beside it, as a
// new revision unless the newest is the same. Compares entries that are new or changed since the
// last generation that was resolved, and takes the other comparisons over. The same lists and
// judgements give the same parties. Pairs whose entries are not in the catalogue are ignored.
// kConflict when cancelled. By one thread per folder (catalogue::BuildLock, or the caller's).
base::Result<Resolution> resolve(const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                                 const names::Analyser& analyser, const GroupingFolder& folder,
                                 const ResolveRequest& request);

}  // namespace vedette::parties
