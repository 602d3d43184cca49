#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/store.h"
#include "fetch/download.h"
#include "names/reading/analyser.h"
#include "service/lists/generation_retention.h"
#include "service/lists/list_audit.h"
#include "service/lists/list_import.h"
#include "service/lists/list_sources.h"
#include "service/lists/source_folder.h"
#include "service/lists/update_progress.h"

namespace vedette::service {

struct UpdateSettings {
  std::string proxy = {};
  std::string ca_file = {};
  std::string user_agent = "vedette";
  fetch::DownloadLimits limits = {};
  int most_shrink_percent = 20;
  bool allow_shrink = false;
  bool allow_older = false;
  GenerationRetention keep = {};
  PartyResolution parties = {};
  bool match_context = false;
};

// What an update works with; everything outlives it.
struct UpdateParts {
  const catalogue::Store& store;
  const SourceFolder& folder;
  const names::Analyser& analyser;
  const base::Clock& clock;
  UpdateSettings settings = {};
  const ListAudit* audit = nullptr;  // who is told of what is imported; nobody when null
  ListActor by = {};
  HeldLease lease = {};  // under which the update runs, if any
  // All that are enabled, beside those that are updated: what they bring is theirs.
  std::vector<std::string> enabled = {};
};

using UpdateObserver = std::function<void(const UpdateProgress&)>;

// Fetches the sources, one after the other, and imports what is new into one generation. A source
// that fails, in whatever way, keeps its last good version and holds up no other; its failure is
// kept in its state. kConflict while another update runs, kInvalidInput without sources. The
// observer is called on the caller's thread.
base::Result<UpdateProgress> update_lists(const UpdateParts& parts,
                                          const std::vector<ListSource>& sources,
                                          const UpdateObserver& observer,
                                          const std::stop_token& stop);

}  // namespace vedette::service
