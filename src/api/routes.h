#pragma once

#include <cstddef>
#include <functional>

#include "api/console/console_assets.h"
#include "api/operation/metrics_endpoint.h"
#include "api/request/quotas.h"
#include "api/request/unknown_parameters.h"
#include "base/clock.h"
#include "catalogue/store.h"
#include "http/router.h"
#include "service/access/console_sessions.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"
#include "service/access/users.h"
#include "service/attestation/attestations.h"
#include "service/common/idempotency.h"
#include "service/common/signed_document.h"
#include "service/erasure/erasures.h"
#include "service/lists/list_ages.h"
#include "service/lists/list_updates.h"
#include "service/lists/readiness.h"
#include "service/monitoring/records.h"
#include "service/parties/groupings.h"
#include "service/screening/screening.h"
#include "service/webhooks/webhook_delivery.h"
#include "service/webhooks/webhooks.h"

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
  service::Groupings& groupings;
  std::function<void()> judged = [] {};  // somebody judged list entries
  MetricsText metrics = [] { return std::string(); };
  std::string signing_key = {};                         // the public half, as text
  const service::DocumentSigner* signer = nullptr;      // without one there are no case files
  const service::Attestations* attestations = nullptr;  // with the signer
  std::function<void()> validation_started = [] {};     // somebody entered a run
  const service::Erasures* erasures = nullptr;          // without them there are no routes for them
  Quotas* quotas = nullptr;                             // null: nothing is limited
  service::SignInGate* sign_in_gate = nullptr;          // null: every sign-in may wait
  UnknownParameters unknown_parameters = UnknownParameters::kWarn;
};

// The one table of routes. Paths that the interface writes in several ways (with /monitor or
// /svc/3.0/api in front, version 3 for 3.0, one slash at the end) reach the same row.
http::Router make_router(const Parts& parts);

}  // namespace vedette::api
