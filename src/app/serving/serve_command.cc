#include "app/serving/serve_command.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "api/request/version.h"
#include "api/routes.h"
#include "app/installation/attesting.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/erasing.h"
#include "app/installation/installation.h"
#include "app/installation/ledger_damage.h"
#include "app/installation/list_updating.h"
#include "app/installation/party_resolving.h"
#include "app/installation/sharing.h"
#include "app/installation/signing.h"
#include "app/installation/storage.h"
#include "app/serving/anchoring.h"
#include "app/serving/event_pushing.h"
#include "app/serving/metrics_serving.h"
#include "app/terminal/terminal.h"
#include "base/bell.h"
#include "base/check.h"
#include "base/embedded.h"
#include "base/log.h"
#include "http/server.h"
#include "ledger/listener.h"
#include "ledger/server_lock.h"
#include "names/tables/lexicon.h"
#include "service/access/console_sessions.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"
#include "service/access/users.h"
#include "service/attestation/attestation_watch.h"
#include "service/common/retention_clock.h"
#include "service/health/readiness_check.h"
#include "service/lists/catalogue_watch.h"
#include "service/lists/generation_follower.h"
#include "service/lists/list_updates.h"
#include "service/monitoring/records.h"
#include "service/monitoring/rescreening.h"
#include "service/monitoring/review_jobs.h"
#include "service/monitoring/watch.h"
#include "service/parties/party_watch.h"
#include "service/screening/screening.h"
#include "service/validation/validation_runner.h"
#include "service/webhooks/webhook_dispatcher.h"
#include "service/webhooks/webhooks.h"

namespace vedette::app {
namespace {

constexpr base::Millis kTestGrantLifetime = base::days(730);
constexpr base::Millis kLiveGrantLifetime = base::days(1);
// At one time; a workspace takes a few megabytes per million entities.
constexpr std::size_t kSearchesPerCore = 4;
// An address whose sign-ins fail has this many times fewer under way.
constexpr std::size_t kSlowerWhenFailing = 4;
constexpr std::int64_t kCleaningChunk = 1000;
constexpr std::chrono::milliseconds kCleaningInterval = std::chrono::minutes{5};
// Between looks for scheduled validation runs, and for those that other servers entered.
constexpr std::int64_t kValidationLookSeconds = 30;
// A load balancer gives up after a few seconds.
constexpr std::chrono::milliseconds kReadinessBound{1500};
// Between two chunks, so that a large clean-up leaves the writer to others most of the time.
constexpr std::chrono::milliseconds kCleaningPause{50};

base::LogLevel log_level(std::string_view name) {
  if (name == "debug") return base::LogLevel::kDebug;
  if (name == "warning") return base::LogLevel::kWarning;
  if (name == "error") return base::LogLevel::kError;
  return base::LogLevel::kInfo;
}

service::TokenLifetimes lifetimes(const Settings& settings) {
  service::TokenLifetimes lifetimes;
  lifetimes.access = base::seconds(settings.access_token_seconds);
  lifetimes.refresh = base::days(settings.refresh_token_days);
  lifetimes.family = base::days(settings.token_family_days);
  lifetimes.refresh_reuse_leeway = base::seconds(settings.refresh_reuse_leeway_seconds);
  lifetimes.password_grant =
      settings.environment == "uat" ? kTestGrantLifetime : kLiveGrantLifetime;
  lifetimes.console_idle = base::seconds(settings.console_idle_minutes * 60);
  lifetimes.console = base::seconds(settings.console_session_hours * 3600);
  return lifetimes;
}

base::Result<http::ServerOptions> server_options(const Settings& settings) {
  http::ServerOptions options;
  const bool tls = !settings.tls_certificate.empty();
  for (const std::string& text : settings.listen) {
    VEDETTE_ASSIGN(http::ListenAddress address, http::ListenAddress::parse(text));
    address.tls = tls;
    options.listen.push_back(std::move(address));
  }
  options.tls = {.certificate_file = settings.tls_certificate, .key_file = settings.tls_key};
  VEDETTE_ASSIGN(options.trusted_proxies, http::TrustedProxies::parse(settings.trusted_proxies));
  options.io_threads = static_cast<unsigned>(settings.network_threads);
  options.workers = static_cast<unsigned>(settings.worker_threads);
  options.max_connections = static_cast<std::size_t>(settings.max_connections);
  options.max_connections_per_address =
      static_cast<std::size_t>(settings.max_connections_per_address);
  options.max_queued = static_cast<std::size_t>(settings.max_queued_requests);
  options.max_buffered_bytes = static_cast<std::size_t>(settings.max_buffered_bytes);
  options.max_request_line = static_cast<std::size_t>(settings.max_request_line_bytes);
  options.max_header_bytes = static_cast<std::size_t>(settings.max_header_bytes);
  options.max_body_bytes = static_cast<std::size_t>(settings.max_body_bytes);
  options.head_timeout = base::seconds(settings.head_timeout_seconds);
  options.body_timeout = base::seconds(settings.read_timeout_seconds);
  options.write_timeout = base::seconds(settings.write_timeout_seconds);
  options.idle_timeout = base::seconds(settings.idle_timeout_seconds);
  return options;
}

// The built console; empty when it was not built.
std::string_view console_pack() {
  const auto pack = base::embedded("build/console/console.pack");
  VEDETTE_CHECK(pack.has_value());
  return *pack;
}

// Removes expired tokens at the start and then now and again, until it is destroyed.
class Cleaner {
 public:
  Cleaner(service::SignIn& sign_in, service::RetentionClock& retention)
      : sign_in_(sign_in), retention_(retention), thread_([this] { run(); }) {}
  ~Cleaner() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Cleaner(const Cleaner&) = delete;
  Cleaner& operator=(const Cleaner&) = delete;

 private:
  // False when it is time to stop.
  bool wait(std::chrono::milliseconds span) {
    std::unique_lock lock(mutex_);
    return !wake_.wait_for(lock, span, [this] { return stopping_; });
  }
  // Whether there may be more to remove.
  bool clean() {
    const auto removed = remove();
    if (!removed.ok())
      base::log(base::LogLevel::kWarning, "expired tokens could not be removed",
                {{"error", removed.error().message}});
    return removed.ok() && *removed == kCleaningChunk;
  }
  base::Result<std::int64_t> remove() {
    VEDETTE_ASSIGN(const auto time, retention_.deletion_time());
    if (!time) return 0;
    return sign_in_.remove_expired(*time, kCleaningChunk);
  }
  void run() {
    while (wait(clean() ? kCleaningPause : kCleaningInterval)) {
    }
  }

  service::SignIn& sign_in_;
  service::RetentionClock& retention_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

// What the server has to do with where lists come from.
struct ListParts {
  ListParts(const Settings& settings, const catalogue::Store& store,
            const names::Analyser& analyser, std::vector<service::ListSource> sources,
            Installation& installation, const service::SharedGenerations* shared)
      : folder(source_folder(settings)),
        ages(folder, sources, base::days(settings.list_stale_days), installation.clock()),
        audit(installation.ledger(), shared),
        lease({.ledger = installation.ledger(),
               .clock = installation.clock(),
               .work = "lists.update",
               .node = node_name(settings)}),
        updates({.store = store,
                 .folder = folder,
                 .analyser = analyser,
                 .clock = installation.clock(),
                 .settings = update_settings(settings, installation),
                 .audit = &audit},
                std::move(sources), base::seconds(settings.update_interval_minutes * 60), &lease) {}

  service::SourceFolder folder;
  service::ListAges ages;
  service::ListAudit audit;
  service::WorkLease lease;
  service::ListUpdates updates;
};

sigset_t handled_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP})
    sigaddset(&set, signal);
  return set;
}

// Returns when the process is asked to end.
void serve_until_asked(http::Server& server, bool with_tls, const sigset_t& signals) {
  while (true) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0 || signal != SIGHUP) return;
    if (!with_tls) {
      base::log(base::LogLevel::kInfo, "SIGHUP: there is no TLS certificate to read again");
      continue;
    }
    const auto reloaded = server.reload_tls();
    if (reloaded.ok()) {
      base::log(base::LogLevel::kInfo, "TLS certificate read again");
    } else {
      base::log(base::LogLevel::kError, "TLS certificate not read, the old one stays",
                {{"error", reloaded.error().message}});
    }
  }
}

base::Result<void> run(const Settings& settings, const sigset_t& signals) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const ledger::ServerLock lock, ledger::ServerLock::take(settings.data));
  VEDETTE_TRY(check_anchoring(settings));
  const bool stopped_cleanly = was_stopped_cleanly(settings);
  VEDETTE_ASSIGN(const std::unique_ptr<Installation> installation,
                 Installation::open(settings, clock));
  if (!stopped_cleanly) VEDETTE_TRY(check_for_damage(settings, installation->ledger()));
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  VEDETTE_ASSIGN(const service::Attestations attestations,
                 make_attestations(settings, installation->ledger(), clock));
  const service::Erasures erasures = open_erasures(settings, *installation, signer);
  VEDETTE_TRY(reapply_erasures(settings, erasures));
  service::RetentionClock& retention = installation->retention();
  // The first look, before this server writes anything with its time.
  VEDETTE_TRY(retention.deletion_time());
  service::Metrics metrics;
  const auto sign_ins_of_address = static_cast<std::size_t>(settings.sign_ins_per_address);
  service::SignInGate sign_in_gate(
      {.failures_of_address = settings.failed_logins_per_address,
       .of_address = sign_ins_of_address,
       .of_failing_address = std::max<std::size_t>(1, sign_ins_of_address / kSlowerWhenFailing)});
  service::SignIn sign_in({.ledger = installation->ledger(),
                           .clock = clock,
                           .key = installation->key(),
                           .passwords = installation->passwords(),
                           .lifetimes = lifetimes(settings),
                           .limits = {.failures_per_minute = settings.failed_logins_per_minute},
                           .gate = &sign_in_gate});
  service::Tokens tokens(installation->ledger(), clock);
  service::ConsoleSessions console_sessions(installation->ledger(), clock,
                                            lifetimes(settings).console_idle);
  service::Users users(installation->ledger(), clock, installation->passwords());
  VEDETTE_ASSIGN(const catalogue::Store store, open_catalogue_folder(settings));
  VEDETTE_ASSIGN(std::vector<service::ListSource> sources, configured_sources(settings));
  VEDETTE_ASSIGN(const std::unique_ptr<service::SharedGenerations> shared,
                 open_sharing(settings, *installation, store));
  if (shared) VEDETTE_TRY(follow_at_start(*shared));
  const std::chrono::milliseconds look_interval(settings.look_milliseconds);
  base::Bell rescreening_bell;
  service::CatalogueWatch catalogue(store, clock, [&rescreening_bell] { rescreening_bell.ring(); });
  std::optional<service::GenerationFollower> follower;
  if (shared) follower.emplace(*shared, look_interval, [&catalogue] { catalogue.look_now(); });
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  ListParts lists(settings, store, analyser, std::move(sources), *installation, shared.get());
  search::WorkspacePool workspaces(std::max(1U, std::thread::hardware_concurrency()),
                                   kSearchesPerCore);
  service::Generations generations(store, [&] { return catalogue.get(); });
  service::Groupings groupings(store);
  service::PartyWatch party_watch({.store = store,
                                   .analyser = analyser,
                                   .groupings = groupings,
                                   .catalogue = [&catalogue] { return catalogue.get(); },
                                   .how = party_resolution(settings, *installation),
                                   .interval = look_interval});
  service::Searches searches(installation->ledger());
  service::Screening screening({.generations = generations,
                                .analyser = analyser,
                                .workspaces = workspaces,
                                .searches = searches,
                                .clock = clock,
                                .ages = lists.ages,
                                .groupings = &groupings,
                                .refuse_stale = settings.stale_lists == "refuse",
                                .work_limit = static_cast<std::uint64_t>(settings.max_search_work),
                                .observe = observe_searches(metrics),
                                .observe_record = observe_records(metrics)});
  service::Records records({.ledger = installation->ledger(),
                            .generations = generations,
                            .analyser = analyser,
                            .workspaces = workspaces,
                            .clock = clock});
  service::RunningKeys running_keys;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  service::Rescreening rescreening({.ledger = installation->ledger(),
                                    .generations = generations,
                                    .analyser = analyser,
                                    .clock = clock,
                                    .scratch = settings.data,
                                    .node = node_name(settings),
                                    .threads = cores,
                                    .lease = base::seconds(settings.lease_seconds)});
  const service::WebhookSigning signing(installation->key());
  const service::WebhookRules pushing = webhook_rules(settings);
  service::Webhooks webhooks({.ledger = installation->ledger(),
                              .clock = clock,
                              .signing = signing,
                              .rules = pushing.targets});
  service::WebhookDelivery webhook_delivery({.ledger = installation->ledger(),
                                             .clock = clock,
                                             .retention = retention,
                                             .signing = signing,
                                             .node = node_name(settings),
                                             .rules = pushing,
                                             .observe = observe_pushes(metrics)});
  service::ReadinessCheck readiness_check(
      [&] {
        service::Readiness now;
        if (const auto checked = installation->ledger().check(); !checked.ok())
          now.ledger_problem = "the ledger does not answer";
        catalogue.describe(now, lists.ages);
        rescreening.describe(now);
        if (std::string warning = service::clock_warning(retention.reading()); !warning.empty())
          now.warnings.push_back(std::move(warning));
        if (shared) shared->describe(now);
        now.storage_problem = storage_problem(settings.data);
        if (settings.stale_lists == "refuse") now.refuse_stale_lists();
        return now;
      },
      kReadinessBound);
  api::Quotas quotas(settings.project_requests_per_minute, settings.address_requests_per_minute);
  MetricsLook look({.metrics = metrics,
                    .ledger = installation->ledger(),
                    .clock = clock,
                    .store = store,
                    .ages = lists.ages,
                    .catalogue = [&catalogue] { return catalogue.get(); },
                    .refuses_current = [&catalogue] { return catalogue.refuses_current(); },
                    .retention = retention,
                    .quotas = quotas,
                    .sign_ins = sign_in_gate,
                    .refusals = tokens.refusals()});
  service::WorkLease validation_lease({.ledger = installation->ledger(),
                                       .clock = clock,
                                       .work = "validation",
                                       .node = node_name(settings)});
  service::ValidationWatch validation_watch(
      {.ledger = installation->ledger(),
       .generations = generations,
       .engine =
           [&analyser](std::shared_ptr<const catalogue::Catalogue> lists) {
             return std::make_unique<validation::CatalogueEngine>(std::move(lists), analyser);
           },
       .signer = signer,
       .lease = validation_lease,
       .program = std::string(api::kVersion),
       .cpu_percent = settings.validation_cpu_percent,
       .interval_days = settings.validation_interval_days},
      base::seconds(kValidationLookSeconds));
  VEDETTE_ASSIGN(api::ConsoleAssets console_assets, api::ConsoleAssets::read(console_pack()));
  http::Router router =
      api::make_router({.sign_in = sign_in,
                        .tokens = tokens,
                        .screening = screening,
                        .ledger = installation->ledger(),
                        .records = records,
                        .running_keys = running_keys,
                        .readiness = [&readiness_check] { return readiness_check(); },
                        .token_body_limit = static_cast<std::size_t>(settings.max_token_body_bytes),
                        .console_sessions = console_sessions,
                        .users = users,
                        .clock = clock,
                        .console_assets = std::move(console_assets),
                        .store = store,
                        .list_ages = lists.ages,
                        .list_updates = lists.updates,
                        .webhooks = webhooks,
                        .webhook_delivery = webhook_delivery,
                        .groupings = groupings,
                        .judged = [&party_watch] { party_watch.look_now(); },
                        .metrics = [&look] { return look.text(); },
                        .signing_key = service::public_key_text(signer.public_key()),
                        .signer = &signer,
                        .attestations = &attestations,
                        .validation_started = [&validation_watch] { validation_watch.look_now(); },
                        .erasures = &erasures,
                        .quotas = &quotas,
                        .sign_in_gate = &sign_in_gate,
                        .unknown_parameters = settings.unknown_parameters == "refuse"
                                                  ? api::UnknownParameters::kRefuse
                                                  : api::UnknownParameters::kWarn});
  VEDETTE_ASSIGN(http::ServerOptions options, server_options(settings));
  http::Server server(std::move(options), std::move(router), clock,
                      count_and_log(metrics, http::log_request));
  look.watch(server);
  VEDETTE_TRY(server.start());
  VEDETTE_ASSIGN(const auto metrics_server, serve_metrics(settings, look, clock));
  const Cleaner cleaner(sign_in, retention);
  std::optional<Anchoring> anchoring;
  if (is_anchoring(settings))
    anchoring.emplace(Anchoring::Parts{installation->ledger(), signer, clock, settings});
  const service::Watch watch({.ledger = installation->ledger(),
                              .rescreening = rescreening,
                              .retention = retention,
                              .bell = rescreening_bell,
                              .threads = cores,
                              .interval = base::Millis{settings.look_milliseconds}});
  const service::ReviewJobRunner review_jobs(installation->ledger(),
                                             base::Millis{settings.look_milliseconds});
  service::WorkLease attestation_lease({.ledger = installation->ledger(),
                                        .clock = clock,
                                        .work = "attestations",
                                        .node = node_name(settings)});
  const service::AttestationWatch attestation_watch(
      {.attestations = attestations,
       .running = {.ledger = installation->ledger(),
                   .clock = clock,
                   .node = node_name(settings),
                   .steady = service::RetentionClock::steady_time},
       .lease = attestation_lease});
  service::WebhookDispatcher dispatcher(webhook_delivery, look_interval / 2);
  const auto heard = [&](ledger::Topic topic) {
    if (topic == ledger::Topic::kGenerations && follower) follower->look_now();
    if (topic == ledger::Topic::kScreening) rescreening_bell.ring();
    if (topic == ledger::Topic::kEvents) dispatcher.look_now();
  };
  const std::unique_ptr<ledger::Listener> listener =
      settings.announcements == "listen" ? installation->ledger().listen(heard) : nullptr;
  const bool tls = !settings.tls_certificate.empty();
  for (const http::ListenAddress& address : server.addresses())
    base::log(base::LogLevel::kInfo, "serving",
              {{"address", address.text()}, {"tls", tls}, {"version", api::kVersion}});

  serve_until_asked(server, !settings.tls_certificate.empty(), signals);
  base::log(base::LogLevel::kInfo, "stopping: finishing the requests under way");
  if (!server.stop(base::seconds(settings.shutdown_grace_seconds)))
    base::log(base::LogLevel::kWarning,
              "some requests were still running at the end of the grace time");
  base::log(base::LogLevel::kInfo, "stopped");
  return {};
}

// The memory of a server holds passwords and tokens that passed through it; a crash must not leave
// them in a file.
void leave_no_core_files() {
  const rlimit none{.rlim_cur = 0, .rlim_max = 0};
  if (::setrlimit(RLIMIT_CORE, &none) != 0)
    base::log(base::LogLevel::kWarning, "cannot turn off core files");
}

}  // namespace

int serve(const Settings& settings) {
  base::set_log_level(log_level(settings.log_level));
  leave_no_core_files();
  // Blocked before any thread starts, so that only sigwait sees them.
  const sigset_t signals = handled_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  const auto served = run(settings, signals);
  return served.ok() ? 0 : print_error(served.error());
}

}  // namespace vedette::app
