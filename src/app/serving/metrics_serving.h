#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/request/quotas.h"
#include "app/settings/settings.h"
#include "catalogue/store.h"
#include "http/server.h"
#include "ledger/ledger.h"
#include "search/query.h"
#include "service/access/sign_in_gate.h"
#include "service/access/tokens.h"
#include "service/health/metrics.h"
#include "service/lists/list_ages.h"
#include "service/webhooks/webhook_delivery.h"

namespace vedette::app {

// What the running server looks like at the moment it is asked. Safe from any thread once watch()
// was called.
class MetricsLook {
 public:
  struct Parts {
    service::Metrics& metrics;
    ledger::Ledger& ledger;
    const base::Clock& clock;
    const catalogue::Store& store;
    const service::ListAges& ages;
    std::function<std::shared_ptr<const catalogue::Catalogue>()> catalogue;
    std::function<bool()> refuses_current;
    const service::RetentionClock& retention;
    const api::Quotas& quotas;
    const service::SignInGate& sign_ins;
    const service::Refusals& refusals;
  };
  explicit MetricsLook(Parts parts) : parts_(std::move(parts)) {}

  // The server whose connections and queues are looked at; before it starts.
  void watch(const http::Server& server) { server_ = &server; }
  std::string text() const;

 private:
  void look_at_access(service::MetricsState& state) const;

  const Parts parts_;
  const http::Server* server_ = nullptr;
};

// Counts each request and hands it on.
http::RequestLog count_and_log(service::Metrics& metrics, http::RequestLog log);
std::function<void(const search::Results&, double)> observe_searches(service::Metrics& metrics);
std::function<void(double, bool)> observe_records(service::Metrics& metrics);
std::function<void(service::DeliveryStatus)> observe_pushes(service::Metrics& metrics);

// A server of its own on metrics_listen; null when there is none. `look` outlives it.
base::Result<std::unique_ptr<http::Server>> serve_metrics(const Settings& settings,
                                                          const MetricsLook& look,
                                                          const base::Clock& clock);

}  // namespace vedette::app
