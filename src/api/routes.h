#pragma once

#include <cstddef>
#include <functional>

#include "api/console_assets.h"
#include "api/metrics_endpoint.h"
#include "base/clock.h"
#include "catalogue/store.h"
#include "http/router.h"
#include "service/console_sessions.h"
#include "service/idempotency.h"
#include "service/list_ages.h"
#include "service/list_updates.h"
#include "service/readiness.h"
#include "service/records.h"
#include "service/screening.h"
#include "service/sign_in.h"
#include "service/tokens.h"
#include "service/users.h"
#include "service/webhook_delivery.h"
#include "service/webhooks.h"

namespace vedette::api {

// What the endpoints work with; everything outlives the router.
struct Parts {
  service::SignIn& sign_in;
  service::Tokens& tokens;
  service::Screening& screening;
  ledger::Ledger& ledger;
  service::Records& records;
  service::RunningKeys& running_keys;
  std::function<service::Readiness()> readiness;
  std::size_t token_body_limit;
  service::ConsoleSessions& console_sessions;
  service::Users& users;
  const base::Clock& clock;
  ConsoleAssets console_assets;
  const catalogue::Store& store;
  const service::ListAges& list_ages;
  service::ListUpdates& list_updates;
  service::Webhooks& webhooks;
  service::WebhookDelivery& webhook_delivery;
  MetricsText metrics = [] { return std::string(); };
};

// The one table of routes. Paths that the interface writes in several ways (with /monitor or
// /svc/3.0/api in front, version 3 for 3.0, one slash at the end) reach the same row.
http::Router make_router(const Parts& parts);

}  // namespace vedette::api
