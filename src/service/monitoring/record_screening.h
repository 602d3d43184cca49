#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "search/searcher.h"
#include "service/monitoring/monitor_record.h"
#include "service/monitoring/monitoring_settings.h"
#include "service/screening/hit_assessor.h"

namespace vedette::service {

// What the comparison of this program with a catalogue of that engine is called in the ledger: it
// rises when either does, or the model of the confidence.
std::int64_t engine_number(const catalogue::Catalogue& catalogue);

// Whether the party is listed and does not belong to the family: its list has come to say what it
// is.
bool is_of_other_family(const catalogue::Catalogue& catalogue, profile::Family family,
                        std::string_view resource_id);

// How monitoring searches for a record under a project's settings. kCorrupt for criteria that no
// record can have.
base::Result<search::Query> query_of_record(profile::Family family, const Criteria& criteria,
                                            const MonitoringSettings& settings);

// Searches one catalogue (a generation or a delta) for records under one project's settings. Pure
// apart from the workspace; any number of threads, each with a workspace of its own.
class RecordScreening {
 public:
  RecordScreening(std::shared_ptr<const catalogue::Catalogue> catalogue,
                  const names::Analyser& analyser, const MonitoringSettings& settings);

  // Every profile that matches, never fewer: there is no limit on work or number.
  base::Result<std::vector<FoundMatch>> find(profile::Family family, const Criteria& criteria,
                                             search::Workspace& workspace) const;

  const catalogue::Catalogue& catalogue() const { return searcher_.catalogue(); }
  // What a record screened by this is screened under.
  ScreenedUnder under() const;

 private:
  base::Result<FoundMatch> seen(profile::Family family, const search::Query& query,
                                const search::Hit& hit, HitAssessor& assessor) const;

  search::Searcher searcher_;
  const names::Analyser& analyser_;
  MonitoringSettings settings_;
};

}  // namespace vedette::service
