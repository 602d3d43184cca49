#include "api/routes.h"

#include <iterator>

#include "api/access/console_session_endpoints.h"
#include "api/access/token_endpoints.h"
#include "api/access/users_endpoints.h"
#include "api/console/console_pages.h"
#include "api/monitoring/attestation_endpoints.h"
#include "api/monitoring/audit_verification.h"
#include "api/monitoring/case_endpoints.h"
#include "api/monitoring/case_file_endpoint.h"
#include "api/monitoring/case_item_endpoints.h"
#include "api/monitoring/erasure_endpoints.h"
#include "api/monitoring/monitoring_feed.h"
#include "api/monitoring/monitoring_matches.h"
#include "api/monitoring/monitoring_records.h"
#include "api/monitoring/monitoring_settings_endpoints.h"
#include "api/monitoring/queue_endpoints.h"
#include "api/monitoring/reference_endpoints.h"
#include "api/monitoring/report_endpoints.h"
#include "api/monitoring/review_job_endpoints.h"
#include "api/monitoring/validation_endpoints.h"
#include "api/monitoring/webhook_endpoints.h"
#include "api/operation/health_endpoints.h"
#include "api/operation/list_endpoints.h"
#include "api/operation/openapi_endpoint.h"
#include "api/operation/party_endpoints.h"
#include "api/operation/signing_key_endpoint.h"
#include "api/request/failure.h"
#include "api/request/quotas.h"
#include "api/request/unknown_parameters.h"
#include "api/screening/batch_endpoint.h"
#include "api/screening/explanation_endpoint.h"
#include "api/screening/profile_endpoints.h"
#include "api/screening/report_endpoint.h"
#include "api/screening/screening_endpoints.h"

namespace vedette::api {
namespace {

std::vector<http::PathRewrite> rewrites() {
  return {
      {.from = "/svc/3/api", .to = "/svc/3.0/api"},
      {.from = "/svc/3.0/api/monitoring", .to = "/monitoring"},
      {.from = "/svc/3.0/api/screening", .to = "/screening"},
      {.from = "/monitor/monitoring", .to = "/monitoring"},
      {.from = "/monitor/screening", .to = "/screening"},
  };
}

void append(std::vector<http::Route>& table, std::vector<http::Route> rows) {
  table.insert(table.end(), std::make_move_iterator(rows.begin()),
               std::make_move_iterator(rows.end()));
}

}  // namespace

http::Router make_router(const Parts& parts) {
  std::vector<http::Route> table;
  const SignInAdmission admission{.gate = parts.sign_in_gate, .clock = &parts.clock};
  append(table, health_routes(parts.readiness));
  append(table, openapi_routes());
  append(table, signing_key_routes(parts.signing_key));
  append(table, metrics_routes(parts.tokens, parts.metrics));
  append(table, token_routes(parts.sign_in, admission, parts.token_body_limit));
  append(table, reference_routes(parts.tokens));
  append(table,
         queue_routes(parts.tokens, parts.ledger, parts.screening.generations(), parts.clock));
  append(table, console_session_routes({.sign_in = parts.sign_in,
                                        .tokens = parts.tokens,
                                        .sessions = parts.console_sessions,
                                        .clock = parts.clock,
                                        .admission = admission,
                                        .body_limit = parts.token_body_limit}));
  append(table, users_routes({.tokens = parts.tokens,
                              .users = parts.users,
                              .sign_in = parts.sign_in,
                              .clock = parts.clock,
                              .body_limit = parts.token_body_limit}));
  append(table, console_page_routes(parts.console_assets));
  append(table, screening_routes(parts.tokens, parts.screening));
  append(table, explanation_routes(parts.tokens, parts.screening.analyser()));
  append(table, batch_routes(parts.tokens, parts.screening));
  append(table, profile_routes(parts.tokens, parts.screening.generations(), parts.groupings));
  append(table, list_routes({.tokens = parts.tokens,
                             .ledger = parts.ledger,
                             .store = parts.store,
                             .generations = parts.screening.generations(),
                             .ages = parts.list_ages,
                             .updates = parts.list_updates}));
  append(table, party_routes({.tokens = parts.tokens,
                              .generations = parts.screening.generations(),
                              .groupings = parts.groupings,
                              .judgements = {parts.ledger, parts.clock},
                              .analyser = parts.screening.analyser(),
                              .judged = parts.judged}));
  append(table, report_routes({.tokens = parts.tokens,
                               .generations = parts.screening.generations(),
                               .groupings = parts.groupings,
                               .ledger = parts.ledger}));
  const MonitoringParts monitoring{.tokens = parts.tokens,
                                   .ledger = parts.ledger,
                                   .records = parts.records,
                                   .generations = parts.screening.generations(),
                                   .running_keys = parts.running_keys,
                                   .clock = parts.clock};
  append(table, monitoring_record_routes(monitoring));
  append(table, monitoring_match_routes(monitoring));
  append(table, review_job_routes(monitoring));
  append(table, monitoring_settings_routes(monitoring));
  append(table, monitoring_feed_routes(monitoring));
  const CaseParts cases{.tokens = parts.tokens,
                        .ledger = parts.ledger,
                        .generations = parts.screening.generations(),
                        .clock = parts.clock};
  append(table, case_routes(cases));
  append(table, case_item_routes(cases));
  append(table, decision_report_routes(cases));
  append(table, audit_verification_routes(cases));
  if (parts.signer != nullptr)
    append(table, case_file_routes(cases, parts.screening.analyser(), *parts.signer));
  if (parts.signer != nullptr && parts.attestations != nullptr)
    append(table, attestation_routes({.tokens = parts.tokens,
                                      .attestations = *parts.attestations,
                                      .signer = *parts.signer,
                                      .clock = parts.clock}));
  append(table, validation_routes({.tokens = parts.tokens,
                                   .ledger = parts.ledger,
                                   .generations = parts.screening.generations(),
                                   .started = parts.validation_started}));
  if (parts.erasures != nullptr) append(table, erasure_routes(parts.tokens, *parts.erasures));
  append(table, webhook_routes({.tokens = parts.tokens,
                                .webhooks = parts.webhooks,
                                .delivery = parts.webhook_delivery,
                                .body_limit = parts.token_body_limit}));
  table = with_known_parameters(std::move(table), parts.unknown_parameters, parts.tokens);
  if (parts.quotas != nullptr)
    table = with_quotas(std::move(table), *parts.quotas, parts.tokens, parts.clock);
  return http::Router(
      std::move(table),
      {.rewrites = rewrites(), .drop_trailing_slash = true, .render_error = render_server_error});
}

}  // namespace vedette::api
