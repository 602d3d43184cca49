#include "app/serving/metrics_serving.h"

#include "api/operation/metrics_endpoint.h"
#include "api/request/version.h"
#include "base/log.h"
#include "service/common/engine_version.h"

namespace vedette::app {

std::string MetricsLook::text() const {
  service::MetricsState state;
  state.version = api::kVersion;
  state.engine = std::string(service::kEngineVersion);
  if (server_ != nullptr) {
    const http::ServerCounts counts = server_->counts();
    state.connections = counts.connections;
    state.connections_accepted = counts.accepted;
    state.connections_refused = counts.refused;
    state.requests_queued = counts.queued;
    state.requests_overloaded = counts.overloaded;
    state.requests_held_back = counts.held_back;
    state.buffered_bytes = counts.buffered_bytes;
  }
  state.refused_by_project = parts_.quotas.refused_by_project;
  state.refused_by_address = parts_.quotas.refused_by_address;
  look_at_access(state);
  state.rows_altered = parts_.ledger.seals().altered();
  state.current_refused = parts_.refuses_current();
  state.clock_right = parts_.retention.reading().state == service::ClockState::kRight;
  state.generations_kept = parts_.store.generations().size();
  if (const auto catalogue = parts_.catalogue()) {
    state.generation = catalogue->meta().generation;
    state.profiles = catalogue->profile_count();
    state.names = catalogue->name_count();
    for (const service::ListAge& list : parts_.ages.of(*catalogue))
      state.lists.push_back({list.list, static_cast<double>(list.age.count) / 1000, list.stale});
  }
  auto totals =
      service::read_installation_totals(parts_.ledger, static_cast<std::int64_t>(state.generation));
  if (totals.ok()) {
    state.totals = *totals;
    if (totals->oldest_pending)
      state.oldest_pending_seconds =
          static_cast<double>((parts_.clock.now() - *totals->oldest_pending).count) / 1000;
  }
  return parts_.metrics.text(state);
}

void MetricsLook::look_at_access(service::MetricsState& state) const {
  using Verdict = service::SignInGate::Verdict;
  const service::SignInGate& gate = parts_.sign_ins;
  state.sign_ins = {{"succeeded", gate.succeeded()},
                    {"failed", gate.failed()},
                    {"address_blocked", gate.decided(Verdict::kAddressBlocked)},
                    {"address_busy", gate.decided(Verdict::kAddressBusy)},
                    {"overloaded", gate.decided(Verdict::kFull)}};
  const service::Refusals& refusals = parts_.refusals;
  state.permissions_refused = {{"token", refusals.token.load()},
                               {"scope", refusals.scope.load()},
                               {"role", refusals.role.load()}};
}

http::RequestLog count_and_log(service::Metrics& metrics, http::RequestLog log) {
  return [&metrics, log = std::move(log)](const http::RequestRecord& record) {
    metrics.request(record.method, record.route, record.status, record.milliseconds / 1000);
    log(record);
  };
}

std::function<void(const search::Results&, double)> observe_searches(service::Metrics& metrics) {
  return [&metrics](const search::Results& results, double seconds) {
    metrics.search(results.scored, seconds);
  };
}

std::function<void(double, bool)> observe_records(service::Metrics& metrics) {
  return [&metrics](double seconds, bool good) { metrics.ledger_write(seconds, good); };
}

std::function<void(service::DeliveryStatus)> observe_pushes(service::Metrics& metrics) {
  return [&metrics](service::DeliveryStatus status) {
    using enum service::DeliveryStatus;
    using Push = service::Metrics::Push;
    metrics.pushed(status == kDelivered ? Push::kDelivered
                   : status == kDead    ? Push::kGivenUp
                                        : Push::kFailed);
  };
}

base::Result<std::unique_ptr<http::Server>> serve_metrics(const Settings& settings,
                                                          const MetricsLook& look,
                                                          const base::Clock& clock) {
  if (settings.metrics_listen.empty()) return std::unique_ptr<http::Server>();
  http::ServerOptions options;
  VEDETTE_ASSIGN(http::ListenAddress address, http::ListenAddress::parse(settings.metrics_listen));
  options.listen.push_back(std::move(address));
  options.io_threads = 1;
  options.workers = 1;
  options.slow_workers = 1;
  options.max_connections = 64;
  options.max_queued = 64;
  // A look every few seconds is no request that anybody wants to read about.
  auto server = std::make_unique<http::Server>(std::move(options),
                                               api::metrics_router([&look] { return look.text(); }),
                                               clock, [](const http::RequestRecord&) {});
  VEDETTE_TRY(server->start());
  for (const http::ListenAddress& bound : server->addresses())
    base::log(base::LogLevel::kInfo, "serving metrics", {{"address", bound.text()}});
  return server;
}

}  // namespace vedette::app
