#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "search/workspace_pool.h"
#include "service/monitoring/monitor_record.h"
#include "service/monitoring/monitoring_settings.h"

namespace vedette::app {

// What the countries of records keep from being matches: nobody is hidden without a word.
struct CountryNarrowing {
  std::uint64_t records = 0;           // those with countries that filter
  std::uint64_t left_out = 0;          // profiles that meet them by everything else
  std::vector<std::string> told = {};  // one text per record that loses some

  // Searches every record that has countries without them. Fails as a search does.
  base::Result<void> add(const std::vector<service::MonitorRecord>& records,
                         const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                         const names::Analyser& analyser,
                         const service::MonitoringSettings& settings,
                         search::WorkspacePool& workspaces);
};

}  // namespace vedette::app
