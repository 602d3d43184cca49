#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/builder.h"
#include "catalogue/store.h"
#include "names/reading/analyser.h"
#include "service/lists/generation_retention.h"
#include "service/lists/list_sources.h"
#include "service/lists/source_folder.h"
#include "service/parties/party_resolution.h"

namespace vedette::service {

struct RemovalReport {
  std::uint64_t generation = 0;
  catalogue::ListInfo list = {};  // as it served until now
  catalogue::BuildSummary profiles = {};
  catalogue::GenerationFile file = {};
};

struct RemovalRequest {
  std::string list;
  GenerationRetention keep = {};
  PartyResolution parties = {};
  // Told of the removal just before it takes effect; when that fails, nothing is changed.
  std::function<base::Result<void>(const RemovalReport&)> record = [](const RemovalReport&) {
    return base::Result<void>();
  };
};

// Makes a generation without the list: its profiles are marked as deleted, and monitored records
// lose their matches to them. kNotFound when no such list serves; the message names those that do.
base::Result<RemovalReport> remove_list(const catalogue::Store& store,
                                        const names::Analyser& analyser, const base::Clock& clock,
                                        const RemovalRequest& request);

// kConflict when an enabled source would bring the list back with the next update.
base::Result<void> check_no_source_brings(const std::string& list,
                                          const std::vector<ListSource>& sources,
                                          const SourceFolder& folder);

}  // namespace vedette::service
