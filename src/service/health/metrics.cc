#include "service/health/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <compare>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <sstream>

namespace vedette::service {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;
using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;
using prometheus::Registry;

// A search takes microseconds to tens of milliseconds, a batch or a slow disk seconds.
const Histogram::BucketBoundaries kSeconds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                              0.1,    0.25,  0.5,    1,     2.5,  5,     10};
const Histogram::BucketBoundaries kNames = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};

constexpr std::array<std::string_view, 7> kMethods = {"GET",   "HEAD",   "POST",   "PUT",
                                                      "PATCH", "DELETE", "OPTIONS"};

// A client may invent methods; labels are ours alone.
std::string_view method_label(std::string_view method) {
  const auto known = std::ranges::find(kMethods, method);
  return known != kMethods.end() ? *known : "other";
}

// Where the requests of one method, route and status are counted. Every request is, so that its
// place is looked up without making labels: they are made when a place is used for the first time.
class RequestSeries {
 public:
  RequestSeries(Family<Histogram>& seconds, Family<Counter>& requests)
      : seconds_(seconds), requests_(requests) {}

  struct Series {
    Histogram* seconds;
    Counter* requests;
  };
  Series of(std::string_view method, std::string_view route, int status) {
    const Key key{method_label(method), route.empty() ? "none" : route, status};
    {
      const std::shared_lock reading(mutex_);
      if (const auto known = series_.find(key); known != series_.end()) return known->second;
    }
    const std::unique_lock writing(mutex_);
    const auto known = series_.find(key);
    return known != series_.end() ? known->second : add(key);
  }

 private:
  struct Key {
    std::string_view method;
    std::string_view route;
    int status;
    auto operator<=>(const Key&) const = default;
  };

  Series add(const Key& key) {
    const std::string& route = routes_.emplace_back(key.route);
    const std::string method(key.method);
    const Series made{
        &seconds_.Add({{"method", method}, {"route", route}}, kSeconds),
        &requests_.Add(
            {{"method", method}, {"route", route}, {"code", std::to_string(key.status)}})};
    series_.emplace(Key{key.method, route, key.status}, made);
    return made;
  }

  Family<Histogram>& seconds_;
  Family<Counter>& requests_;
  std::shared_mutex mutex_;
  std::map<Key, Series> series_;
  std::deque<std::string> routes_;  // what the keys point into
};

// Gauges that are made anew for each look.
class Look {
 public:
  void gauge(const std::string& name, const std::string& help, double value,
             const prometheus::Labels& labels = {}) {
    family(name, help).Add(labels).Set(value);
  }
  void total(const std::string& name, const std::string& help, std::uint64_t value,
             const prometheus::Labels& labels = {}) {
    BuildCounter().Name(name).Help(help).Register(registry_).Add(labels).Increment(
        static_cast<double>(value));
  }
  std::vector<prometheus::MetricFamily> collect() const { return registry_.Collect(); }

 private:
  Family<Gauge>& family(const std::string& name, const std::string& help) {
    return BuildGauge().Name(name).Help(help).Register(registry_);
  }
  // Families of one name and help are one family.
  Registry registry_{Registry::InsertBehavior::Merge};
};

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

void look_at_server(Look& look, const MetricsState& state) {
  look.gauge("vedette_build_info", "1; the labels tell what runs", 1,
             {{"version", state.version}, {"engine", state.engine}});
  look.gauge("vedette_http_connections", "Connections that are open", number(state.connections));
  look.total("vedette_http_connections_accepted_total", "Connections accepted",
             state.connections_accepted);
  look.total("vedette_http_connections_refused_total", "Connections refused: too many",
             state.connections_refused);
  look.total("vedette_rows_altered_total",
             "Reads of rows that somebody changed behind the service's back", state.rows_altered);
  look.total("vedette_http_overloaded_total", "Requests answered 503 because queues were full",
             state.requests_overloaded);
  look.total("vedette_http_held_back_total",
             "Requests made to wait because their clients retried at once again and again",
             state.requests_held_back);
  const std::string quotas = "Requests answered 429 because a quota was used up";
  look.total("vedette_http_quota_refused_total", quotas, state.refused_by_project,
             {{"quota", "project"}});
  look.total("vedette_http_quota_refused_total", quotas, state.refused_by_address,
             {{"quota", "address"}});
  for (const auto& [outcome, count] : state.sign_ins)
    look.total("vedette_sign_ins_total", "Sign-ins with a password, by what came of them", count,
               {{"outcome", outcome}});
  for (const auto& [reason, count] : state.permissions_refused)
    look.total("vedette_permissions_refused_total",
               "Requests refused: no valid token, or one without the scope or role", count,
               {{"reason", reason}});
  look.gauge("vedette_http_queued_requests", "Requests that wait for a worker",
             number(state.requests_queued));
  look.gauge("vedette_http_buffered_bytes", "Bytes of requests and answers in memory",
             number(state.buffered_bytes));
}

void look_at_lists(Look& look, const MetricsState& state) {
  look.gauge("vedette_generation", "The generation of the catalogue that serves; 0: none",
             number(state.generation));
  look.gauge("vedette_current_generation_refused",
             "1 while the current generation is damaged or cannot be read and does not serve",
             state.current_refused ? 1 : 0);
  look.gauge("vedette_clock_right",
             "0 while the clock is far ahead of the ledger or behind it: nothing is deleted by age",
             state.clock_right ? 1 : 0);
  look.gauge("vedette_generations_kept", "Generations on disk", number(state.generations_kept));
  look.gauge("vedette_catalogue_profiles", "Profiles in the generation that serves",
             number(state.profiles));
  look.gauge("vedette_catalogue_names", "Names in the generation that serves", number(state.names));
  for (const MetricsState::List& list : state.lists) {
    look.gauge("vedette_list_age_seconds", "Time since the list was read or confirmed",
               list.age_seconds, {{"list", list.id}});
    look.gauge("vedette_list_stale", "1 when the list is older than its bound", list.stale ? 1 : 0,
               {{"list", list.id}});
  }
}

void look_at_family(Look& look, const std::string& family, const FamilyTotals& totals) {
  look.gauge("vedette_records", "Monitored records of all projects",
             static_cast<double>(totals.records), {{"family", family}});
  using enum MatchStatus;
  for (const MatchStatus status : {kOpen, kTruePositive, kFalsePositive, kDiscarded})
    look.gauge("vedette_matches", "Matches of all projects",
               static_cast<double>(totals.matches.of(status)),
               {{"family", family}, {"status", std::string(status_name(status))}});
}

void look_at_ledger(Look& look, const MetricsState& state) {
  look.gauge("vedette_ledger_up", "1 when the ledger answers", state.totals ? 1 : 0);
  if (!state.totals) return;
  const InstallationTotals& totals = *state.totals;
  look_at_family(look, "business", totals.businesses);
  look_at_family(look, "individual", totals.individuals);
  look.gauge("vedette_screening_chunks", "Chunks of 4,096 records",
             static_cast<double>(totals.chunks));
  look.gauge("vedette_screening_chunks_behind",
             "Chunks not yet screened under the lists that serve",
             static_cast<double>(totals.chunks_behind));
  look.gauge("vedette_webhooks", "Webhooks of all projects",
             static_cast<double>(totals.webhooks_active), {{"state", "active"}});
  look.gauge("vedette_webhooks", "Webhooks of all projects",
             static_cast<double>(totals.webhooks_disabled), {{"state", "disabled"}});
  look.gauge("vedette_validation_weak_classes",
             "Classes below their line in the last validation run of their project that were not "
             "accepted",
             static_cast<double>(totals.weak_classes));
  look.gauge("vedette_webhook_deliveries_pending", "Deliveries on their way",
             static_cast<double>(totals.deliveries_pending));
  look.gauge("vedette_webhook_oldest_pending_seconds", "Age of the oldest delivery on its way",
             state.oldest_pending_seconds);
}

void look_at_process(Look& look) {
  std::ifstream memory("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  if (memory >> size >> resident)
    look.gauge("process_resident_memory_bytes", "Memory of the process",
               number(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)));
  std::error_code unknown;
  const std::filesystem::directory_iterator files("/proc/self/fd", unknown);
  if (!unknown)
    look.gauge("process_open_fds", "Open files and connections of the process",
               static_cast<double>(std::distance(begin(files), end(files))));
}

}  // namespace

// What is counted as it happens.
struct Metrics::Families {
  Registry registry;
  RequestSeries requests{BuildHistogram()
                             .Name("vedette_http_request_seconds")
                             .Help("From the complete head of a request to its answer")
                             .Register(registry),
                         BuildCounter()
                             .Name("vedette_http_requests_total")
                             .Help("Requests answered, by status")
                             .Register(registry)};
  Histogram& search_seconds = BuildHistogram()
                                  .Name("vedette_search_seconds")
                                  .Help("One search in the catalogue")
                                  .Register(registry)
                                  .Add({}, kSeconds);
  Histogram& names_scored = BuildHistogram()
                                .Name("vedette_search_names_scored")
                                .Help("Names that one search scored")
                                .Register(registry)
                                .Add({}, kNames);
  Family<Histogram>& write_seconds =
      BuildHistogram()
          .Name("vedette_ledger_write_seconds")
          .Help("From handing the record of a search over until it was durable or refused")
          .Register(registry);
  Histogram& writes_good = write_seconds.Add({{"outcome", "durable"}}, kSeconds);
  Histogram& writes_bad = write_seconds.Add({{"outcome", "refused"}}, kSeconds);
  Family<Counter>& pushes = BuildCounter()
                                .Name("vedette_webhook_attempts_total")
                                .Help("Tries to push an event, by what came of them")
                                .Register(registry);
  Counter& delivered = pushes.Add({{"outcome", "delivered"}});
  Counter& failed = pushes.Add({{"outcome", "failed"}});
  Counter& given_up = pushes.Add({{"outcome", "given_up"}});
};

Metrics::Metrics() : families_(std::make_unique<Families>()) {}
Metrics::~Metrics() = default;

void Metrics::request(std::string_view method, std::string_view route, int status, double seconds) {
  const RequestSeries::Series series = families_->requests.of(method, route, status);
  series.seconds->Observe(seconds);
  series.requests->Increment();
}

void Metrics::search(std::uint64_t names_scored, double seconds) {
  families_->search_seconds.Observe(seconds);
  families_->names_scored.Observe(number(names_scored));
}

void Metrics::ledger_write(double seconds, bool good) {
  (good ? families_->writes_good : families_->writes_bad).Observe(seconds);
}

void Metrics::pushed(Push outcome) {
  switch (outcome) {
    case Push::kDelivered:
      return families_->delivered.Increment();
    case Push::kFailed:
      return families_->failed.Increment();
    case Push::kGivenUp:
      return families_->given_up.Increment();
  }
}

std::string Metrics::text(const MetricsState& state) const {
  Look look;
  look_at_server(look, state);
  look_at_lists(look, state);
  look_at_ledger(look, state);
  look_at_process(look);
  std::vector<prometheus::MetricFamily> all = families_->registry.Collect();
  for (prometheus::MetricFamily& family : look.collect())
    all.push_back(std::move(family));
  std::ostringstream out;
  prometheus::TextSerializer().Serialize(out, all);
  return out.str();
}

}  // namespace vedette::service
