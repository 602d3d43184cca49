#pragma once

#include <vector>

#include "http/router.h"
#include "ledger/ledger.h"
#include "service/access/tokens.h"
#include "service/common/idempotency.h"
#include "service/monitoring/records.h"

namespace vedette::api {

// What the endpoints of monitoring work with; everything outlives the router.
struct MonitoringParts {
  service::Tokens& tokens;
  ledger::Ledger& ledger;
  service::Records& records;
  service::Generations& generations;
  service::RunningKeys& running_keys;
  const base::Clock& clock;
};

// getAll, getSingle, addOrUpdateMultiple, addOrUpdateSingle and deleteRecord of both families.
std::vector<http::Route> monitoring_record_routes(const MonitoringParts& parts);

}  // namespace vedette::api
